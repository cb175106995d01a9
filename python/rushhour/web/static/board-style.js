/** The style of the board; the colours are variables of the scene. */

export const STYLE = `
:host { display: block; aspect-ratio: 1; }
svg { display: block; width: 100%; height: 100%; overflow: visible; user-select: none; -webkit-user-select: none; }
.error { color: var(--accent); margin: 0; }
.error:empty { display: none; }
.frame { fill: var(--frame); }
.floor { fill: var(--floor); }
.grid { stroke: var(--line); stroke-width: 1.5; }
.wall { fill: var(--wall); }
.hatch { stroke: var(--floor); stroke-width: 3; }
.gate rect { fill: var(--floor); }
.gate path { fill: none; stroke: var(--accent); stroke-width: 5; stroke-linecap: round; stroke-linejoin: round; }
.vehicle { transition: transform .24s cubic-bezier(.3, .7, .3, 1), opacity .3s; outline: none; }
.body { stroke: var(--edge); stroke-opacity: .5; stroke-width: 1.5; }
.mark { fill: none; stroke-width: 2.5; }
text { font-family: system-ui, -apple-system, "Segoe UI", Roboto, "DejaVu Sans", sans-serif; font-weight: 600; text-anchor: middle; pointer-events: none; }
.ring { fill: none; stroke: none; }
.vehicle[tabindex] { cursor: grab; touch-action: none; }
.vehicle.held { cursor: grabbing; transition: none; filter: drop-shadow(0 4px 6px rgb(0 0 0 / .35)); }
.vehicle:focus-visible .ring, .vehicle.chosen .ring { stroke: var(--text); stroke-width: 4; }
.vehicle:focus-visible .body, .vehicle.chosen .body { stroke: var(--ground); stroke-width: 5; }
.vehicle.hinted .ring { stroke: var(--text); stroke-width: 4; }
.vehicle.blocker .ring { stroke: var(--text); stroke-width: 3; stroke-dasharray: 4 6; }
.vehicle.wrong .ring { stroke: var(--accent); stroke-width: 5; stroke-dasharray: 9 5; }
.vehicle.gone { opacity: 0; transition: transform .7s ease-in, opacity .7s ease-in; pointer-events: none; }
.trail { pointer-events: none; }
.ghost { fill: none; stroke: var(--text); stroke-width: 2.5; stroke-dasharray: 6 6; opacity: .7; }
.arrow { fill: none; stroke: var(--text); stroke-width: 6; stroke-linecap: round; stroke-linejoin: round; }
@media (prefers-reduced-motion: reduce) { .vehicle, .vehicle.gone { transition: none; } }
@media (forced-colors: active) { .body { stroke: CanvasText; } .ring { forced-color-adjust: none; } }
`;
