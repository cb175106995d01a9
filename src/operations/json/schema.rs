//! The schema of the operations, made from the types that read and write their JSON.

use schemars::generate::SchemaSettings;
use schemars::{Schema, SchemaGenerator};
use serde_json::{Map, Value, json};

use super::problem::Problem;
use super::{
    OPERATIONS, Operation, analyse, canonical, explain, explore, generate, hint, layers, lock,
    minimise, qr, review, solve, texts, vary,
};

/// Adds the types of an operation to the schemas, and refers to them.
pub(super) struct OperationTypes {
    pub(super) request: Option<fn(&mut SchemaGenerator) -> Schema>,
    pub(super) answer: fn(&mut SchemaGenerator) -> Schema,
}

/// The types of all operations, in their order. They are no part of [`Operation`], so that the page's
/// core, which tells no schema, does not hold them.
fn all_types() -> impl Iterator<Item = OperationTypes> {
    [
        solve::TYPES,
        explore::TYPES,
        hint::TYPES,
        review::TYPES,
        explore::WALK_TYPES,
        layers::TYPES,
        explain::TYPES,
        explain::LIST_TYPES,
        analyse::TYPES,
        generate::TYPES,
        lock::TYPES,
        canonical::TYPES,
        minimise::TYPES,
        vary::TYPES,
        qr::TYPES,
        texts::VALIDATE_TYPES,
    ]
    .into_iter()
    .chain(texts::TYPES)
}

/// `types!(Request => Answer)`, or `types!(Answer)` of an operation that takes no request.
macro_rules! types {
    ($request:ty => $answer:ty) => {
        $crate::operations::json::schema::OperationTypes {
            request: Some(|generator| generator.subschema_for::<$request>()),
            answer: |generator| generator.subschema_for::<$answer>(),
        }
    };
    ($answer:ty) => {
        $crate::operations::json::schema::OperationTypes {
            request: None,
            answer: |generator| generator.subschema_for::<$answer>(),
        }
    };
}
pub(super) use types;

/// What a client must know: the operations in their order, each with its name, its sentence and
/// references to its types, the schema of a problem, and all types by name.
#[must_use]
pub fn schema() -> Value {
    let settings = SchemaSettings::draft2020_12()
        .with(|settings| settings.definitions_path = "/components/schemas".into());
    let mut generator = settings.into_generator();
    let described = |(operation, types)| described(operation, &types, &mut generator);
    let operations: Vec<Value> = OPERATIONS.iter().zip(all_types()).map(described).collect();
    let problem = generator.subschema_for::<Problem>();
    let types: Map<String, Value> = generator.take_definitions(true);
    json!({"operations": operations, "problem": problem, "types": types})
}

fn described(
    operation: &Operation,
    types: &OperationTypes,
    generator: &mut SchemaGenerator,
) -> Value {
    json!({
        "name": operation.name,
        "help": operation.help,
        "request": types.request.map(|request| request(generator)),
        "answer": (types.answer)(generator),
    })
}
