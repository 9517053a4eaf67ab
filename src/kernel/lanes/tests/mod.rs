//! What only the tests of the lanes need.

mod model;
