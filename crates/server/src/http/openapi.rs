//! The API described for programs: an OpenAPI document, generated from the routes themselves.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use axum::http::header::CONTENT_TYPE;
use axum::response::IntoResponse;
use utoipa::openapi::security::{ApiKey, ApiKeyValue, SecurityScheme};
use utoipa::openapi::{ContentBuilder, InfoBuilder, OpenApi, Ref, RefOr, Response, ResponseBuilder};
use utoipa::{IntoResponses, PartialSchema, ToSchema};

use super::guard::COOKIE_NAME;
use super::problem::{ProblemDetails, status};
use crate::wire::ProblemKind;

/// The name of the security scheme for sessions.
const SESSION: &str = "session";

/// The whole document.
pub(super) fn describe(mut api: OpenApi) -> OpenApi {
    api.info = InfoBuilder::new()
        .title("Sabika")
        .version(env!("CARGO_PKG_VERSION"))
        .description(Some("Tables, seats and sessions; docs/protocol.md tells the rest, the socket's messages too."))
        .build();
    let components = api.components.get_or_insert_default();
    let cookie = SecurityScheme::ApiKey(ApiKey::Cookie(ApiKeyValue::new(COOKIE_NAME)));
    components.add_security_scheme(SESSION, cookie);
    let mut schemas = vec![(ProblemDetails::name().into_owned(), ProblemDetails::schema())];
    ProblemDetails::schemas(&mut schemas);
    components.schemas.extend(schemas);
    api
}

static TEXT: LazyLock<String> = LazyLock::new(|| super::openapi().to_json().unwrap_or_default());

/// The OpenAPI document.
#[utoipa::path(get, path = "/openapi.json", responses((status = 200, body = serde_json::Value), Always))]
pub(super) async fn document() -> impl IntoResponse {
    ([(CONTENT_TYPE, "application/json")], TEXT.as_str())
}

fn problem(kinds: &[ProblemKind]) -> Response {
    let titles: Vec<&str> = kinds.iter().map(|k| k.title()).collect();
    let content = ContentBuilder::new().schema(Some(Ref::from_schema_name(ProblemDetails::name()))).build();
    ResponseBuilder::new().description(titles.join(" ")).content("application/problem+json", content).build()
}

/// Problems that occur together, as groups of responses.
macro_rules! answers {
    ($($(#[$doc:meta])* $name:ident: $($kind:ident)*;)*) => {$(
        $(#[$doc])*
        pub(super) struct $name;

        impl IntoResponses for $name {
            fn responses() -> BTreeMap<String, RefOr<Response>> {
                let mut by_status: BTreeMap<u16, Vec<ProblemKind>> = BTreeMap::new();
                $(by_status.entry(status(ProblemKind::$kind).as_u16()).or_default().push(ProblemKind::$kind);)*
                by_status.iter().map(|(status, kinds)| (status.to_string(), problem(kinds).into())).collect()
            }
        }
    )*};
}

answers! {
    /// Possible for every request.
    Always: Malformed CrossOrigin Banned WrongPassword NotYours TooMany Frozen Internal Retry;
    /// For requests with a body.
    Bodies: Malformed TooLarge WrongForm Invalid;
    /// For requests that need a session.
    Callers: NoSession;
    /// For requests that name a table or a person.
    Tables: NotFound;
    /// For requests that come too early, too late, or second.
    Times: WrongTime Taken;
}

#[cfg(test)]
mod tests {
    use utoipa::openapi::RefOr;
    use utoipa::openapi::path::ParameterIn;

    /// A route added without its documentation would be missing from the document.
    #[test]
    fn every_route_is_in_the_document() {
        let routes = include_str!("mod.rs");
        assert!(!routes.contains(".route("), "a route is added with `routes!`, so that it is described");
        let api = super::super::openapi();
        let described = routes.matches("routes!(").count();
        assert_eq!(api.paths.paths.len(), described, "one path for each `routes!`");
        for (path, item) in &api.paths.paths {
            let operations = [&item.get, &item.post, &item.put, &item.delete, &item.patch];
            for operation in operations.into_iter().flatten() {
                assert!(operation.summary.is_some(), "{path} says what it does");
                assert!(!operation.responses.responses.is_empty(), "{path} says what it answers");
                let declared = operation.parameters.iter().flatten().filter(
                    |parameter| matches!(parameter, RefOr::T(parameter) if parameter.parameter_in == ParameterIn::Path),
                );
                let in_path = path.split('/').filter(|part| part.starts_with('{')).count();
                assert_eq!(declared.count(), in_path, "{path} describes each of its parameters");
            }
        }
        // Every `$ref` must be defined.
        let text = api.to_json().expect("json");
        let schemas = api.components.expect("there are schemas").schemas;
        for name in text.split("#/components/schemas/").skip(1).filter_map(|rest| rest.split('"').next()) {
            assert!(schemas.contains_key(name), "{name} is described");
        }
    }
}
