/** The operations, by the service of `rushhour serve`. A page without one has `local.js` in the place of this file. */

import { Problem } from "./problem.js";
import { t } from "./words.js";

/** The answer of an operation; a Problem for a refusal. */
export async function ask(name, request, signal) {
  const options = request === undefined ? {} : {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(request),
    signal,
  };
  const response = await fetch(`api/${name}`, options).catch((error) => {
    if (error.name === "AbortError") throw error;
    throw new Problem({ detail: t("The service does not answer. Is it still running?") });
  });
  const answer = await response.json();
  if (!response.ok) throw new Problem(answer);
  return answer;
}
