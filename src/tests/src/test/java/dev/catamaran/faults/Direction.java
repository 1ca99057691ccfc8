package dev.catamaran.faults;

/** The direction of bytes. */
public enum Direction {
  /** From the operator to the API server. */
  TO_SERVER,
  /** From the API server to the operator. */
  TO_OPERATOR
}
