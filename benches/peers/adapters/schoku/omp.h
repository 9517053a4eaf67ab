/* schoku includes OpenMP for its program. Its solver, which is all that is compiled, uses none. */
