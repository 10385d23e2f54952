//! The page: files built from `web/` and embedded in the binary.

use std::sync::Arc;

use axum::extract::State;
use axum::http::header::{
    ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_SECURITY_POLICY, CONTENT_TYPE, LINK, VARY,
};
use axum::http::{HeaderMap, HeaderValue, Uri};
use axum::response::{IntoResponse, Response};
use rust_embed::{EmbeddedFile, RustEmbed};

use super::guard::{HttpError, only_by_https};
use crate::node::Node;
use crate::wire::ProblemKind;

#[derive(RustEmbed)]
#[folder = "../../web/dist"]
#[allow_missing = true]
struct Files;

/// Nothing from other origins, nothing inline; sockets only to the page's own server.
const POLICY: &str = "default-src 'self'; img-src 'self' data:; connect-src 'self'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; object-src 'none'; \
                      base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

const NOTICE: &str = "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Sabika</title>\
    <h1>Sabika</h1><p>The server runs, but the page has not been built into it: run <code>make run</code>.</p></html>\n";

pub(super) async fn page(State(node): State<Arc<Node>>, uri: Uri, headers: HeaderMap) -> Response {
    let path = uri.path().trim_start_matches('/');
    let path = if path.is_empty() { "index.html" } else { path };
    let mut response = match file(path, &headers) {
        Some(response) => response,
        // The page has its own routes; files have a dot in their name.
        None if path.contains('.') && path != "index.html" => HttpError::from(ProblemKind::NotFound).into_response(),
        None => {
            // A visitor following a link to a table has nothing cached: this page names everything it needs at once.
            let page = if path.starts_with("t/") { file("table.html", &headers) } else { None };
            let page = page.or_else(|| file("index.html", &headers));
            page.unwrap_or_else(|| axum::response::Html(NOTICE).into_response())
        }
    };
    let links = path.strip_prefix("t/").and_then(first_questions);
    let headers = response.headers_mut();
    if let Some(links) = links {
        headers.insert(LINK, links);
    }
    headers.insert(CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY));
    headers.insert("x-content-type-options", HeaderValue::from_static("nosniff"));
    only_by_https(&node, headers);
    headers.insert("referrer-policy", HeaderValue::from_static("same-origin"));
    headers.insert("cross-origin-opener-policy", HeaderValue::from_static("same-origin"));
    response
}

/// The first requests of a table's page: the browser can make them while it loads the script.
fn first_questions(code: &str) -> Option<HeaderValue> {
    if code.is_empty() || !code.bytes().all(|b| b.is_ascii_alphanumeric()) {
        return None;
    }
    let link = |path: &str| format!("</api/{path}>; rel=preload; as=fetch; crossorigin");
    HeaderValue::from_str(&format!("{}, {}", link("session"), link(&format!("tables/{code}")))).ok()
}

fn file(path: &str, headers: &HeaderMap) -> Option<Response> {
    let accepted = headers.get(ACCEPT_ENCODING).and_then(|v| v.to_str().ok()).unwrap_or_default();
    let packed = [("br", "br"), ("gzip", "gz")].into_iter().find_map(|(encoding, ending)| {
        let found = accepted.contains(encoding).then(|| Files::get(&format!("{path}.{ending}")))??;
        Some((found, Some(encoding)))
    });
    let (file, encoding) = packed.or_else(|| Some((Files::get(path)?, None)))?;
    Some(answer(path, file, encoding))
}

fn answer(path: &str, file: EmbeddedFile, encoding: Option<&'static str>) -> Response {
    let mut headers = HeaderMap::new();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(content_type(path)));
    headers.insert(VARY, HeaderValue::from_static("accept-encoding"));
    // The names of built files contain a hash of their content.
    let forever = path.starts_with("assets/");
    let cache = if forever { "public, max-age=31536000, immutable" } else { "no-cache" };
    headers.insert(CACHE_CONTROL, HeaderValue::from_static(cache));
    if let Some(encoding) = encoding {
        headers.insert(CONTENT_ENCODING, HeaderValue::from_static(encoding));
    }
    (headers, file.data.into_owned()).into_response()
}

fn content_type(path: &str) -> &'static str {
    match path.rsplit('.').next().unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "json" | "map" => "application/json",
        "webmanifest" => "application/manifest+json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "wasm" => "application/wasm",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "txt" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_table_codes_are_preloaded() {
        let links = first_questions("KLSXWP").expect("a code");
        let said = "</api/session>; rel=preload; as=fetch; crossorigin, \
                    </api/tables/KLSXWP>; rel=preload; as=fetch; crossorigin";
        assert_eq!(links, said);
        for strange in ["", "A/B", "A>; rel=x", "%41", "Ä"] {
            assert_eq!(first_questions(strange), None, "{strange}");
        }
    }
}
