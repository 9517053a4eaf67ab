//! From chunks of text to rows in order.
mod ordered;
pub use ordered::Stop;
