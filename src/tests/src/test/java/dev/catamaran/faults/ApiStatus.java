package dev.catamaran.faults;

import java.util.Arrays;

/** The statuses with which the API server refuses requests (apimachinery, api/errors). */
enum ApiStatus {
  FORBIDDEN(403, "Forbidden", "objects is forbidden: refused by the fault proxy"),
  CONFLICT(
      409,
      "Conflict",
      "Operation cannot be fulfilled on objects: the object has been modified; please apply your"
          + " changes to the latest version and try again"),
  EXPIRED(410, "Expired", "The resourceVersion for the provided watch is too old."),
  TOO_MANY_REQUESTS(
      429, "TooManyRequests", "Too many requests: injected by the fault proxy, please try again"),
  INTERNAL_ERROR(500, "InternalError", "Internal error occurred: injected by the fault proxy"),
  SERVICE_UNAVAILABLE(
      503, "ServiceUnavailable", "the server is currently unable to handle the request"),
  TIMEOUT(504, "Timeout", "Timeout: request did not complete within requested timeout");

  private final int code;
  private final String reason;
  private final String message;

  ApiStatus(int code, String reason, String message) {
    this.code = code;
    this.reason = reason;
    this.message = message;
  }

  /** The status as the body of an answer. */
  static String of(int code) {
    return Arrays.stream(values())
        .filter(status -> status.code == code)
        .findFirst()
        .map(ApiStatus::body)
        .orElseThrow(() -> new IllegalArgumentException("no status for " + code));
  }

  private String body() {
    return """
    {"kind":"Status","apiVersion":"v1","metadata":{},"status":"Failure","message":"%s",\
    "reason":"%s","code":%d}"""
        .formatted(message, reason, code);
  }

  /** The status as an event of a watch. */
  static String errorEvent(int code) {
    return "{\"type\":\"ERROR\",\"object\":%s}".formatted(of(code));
  }
}
