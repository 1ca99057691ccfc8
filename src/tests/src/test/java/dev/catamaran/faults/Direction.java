package dev.catamaran.faults;

/** Which way bytes go. */
public enum Direction {
  /** From the operator to the API server. */
  TO_SERVER,
  /** From the API server to the operator. */
  TO_OPERATOR
}
