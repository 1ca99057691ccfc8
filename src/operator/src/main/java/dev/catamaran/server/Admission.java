package dev.catamaran.server;

/** Decision about a request. */
public enum Admission {
  /** The client has the right. */
  GRANTED,
  /** The client is unknown. */
  UNKNOWN,
  /** The client is known, but lacks the right. */
  FORBIDDEN,
  /** Too many clients are being asked about. */
  BUSY
}
