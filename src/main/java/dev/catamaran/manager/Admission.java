package dev.catamaran.manager;

/** Whether somebody may see what is asked for. */
enum Admission {
  /** Yes. */
  GRANTED,
  /** It is not known who asks. */
  UNKNOWN,
  /** It is known who asks, and they may not. */
  FORBIDDEN
}
