package dev.catamaran.faults;

/** What the API server says when it refuses. */
final class ApiStatus {
  private ApiStatus() {}

  /** As the body of an answer. */
  static String of(int code) {
    var reason =
        switch (code) {
          case 409 -> "Conflict";
          case 410 -> "Expired";
          case 429 -> "TooManyRequests";
          case 500 -> "InternalError";
          case 503 -> "ServiceUnavailable";
          case 504 -> "Timeout";
          default -> "Unknown";
        };
    return """
    {"kind":"Status","apiVersion":"v1","metadata":{},"status":"Failure","message":"injected by the fault proxy",\
    "reason":"%s","code":%d}"""
        .formatted(reason, code);
  }

  /** As an event of a watch. */
  static String errorEvent(int code) {
    return "{\"type\":\"ERROR\",\"object\":%s}".formatted(of(code));
  }
}
