package dev.catamaran.release;

import java.util.regex.Pattern;

/**
 * Tells from the words of a failure that the API server did not do its work: it was away, too busy,
 * or broke in the middle of a request. What it says about an object is something else. Pure.
 */
final class ServerTrouble {
  /** What Go says of a request that got no answer (net/url, Error). */
  private static final Pattern NO_ANSWER =
      Pattern.compile("\\b(?:Get|Post|Put|Patch|Delete|Head) \"https?://[^\"]*\": ");

  /** What people wrote is cited, and says nothing of the API server. */
  private static final Pattern CITED = Pattern.compile("\"(?:[^\"\\\\]|\\\\.)*\"");

  /** What an admission webhook gives as its reason is free text (apiserver, webhook/errors). */
  private static final Pattern DENIED = Pattern.compile("denied the request(?::|\\b)[^;&\\n]*");

  /** Of the connection (net, net/http, golang.org/x/net/http2). */
  private static final Pattern CONNECTION =
      Pattern.compile(
          "connection refused|connection reset by peer|connection timed out|broken pipe|no route to"
              + " host|network is unreachable|no such host|i/o timeout|TLS handshake"
              + " timeout|(?<![.\\w\\]])tls: |x509: certificate |use of closed network"
              + " connection|http2: |stream error: stream ID|Client\\.Timeout|net/http: request"
              + " canceled|client rate limiter Wait|rate: Wait\\(n=|unexpected error when reading"
              + " response body|(?:^|[:*;] ?)(?:unexpected )?EOF(?:$|[;&\\s])");

  /** Answers of 409, 429 and 5xx (apimachinery, api/errors; etcd, rpctypes). */
  private static final Pattern ANSWERS =
      Pattern.compile(
          "the server is currently unable to handle the request"
              + "|the server has received too many requests|Too many requests: "
              + "|the server was unable to return a response in the time allotted"
              + "|Timeout: request did not complete"
              + "|could not be completed at this time, please try again"
              + "|Internal error occurred: "
              + "|has prevented the request from succeeding"
              + "|(?:api)?server is shutting down|apiserver not ready"
              + "|the object has been modified; please apply your changes"
              + "|etcdserver: (?!request is too large)");

  /** A template asks the API server by this function alone. */
  private static final String LOOKUP = "error calling lookup: ";

  private ServerTrouble() {}

  /** Whether the API server failed at something that {@code message} tells. */
  static boolean isIn(String message) {
    if (NO_ANSWER.matcher(message).find() && !DENIED.matcher(message).find()) {
      return true;
    }
    var said = DENIED.matcher(CITED.matcher(message).replaceAll("\"\"")).replaceAll("");
    return CONNECTION.matcher(said).find() || ANSWERS.matcher(said).find();
  }

  /** The same of a message about templates, which else is the chart author's own. */
  static boolean isInLookup(String message) {
    int lookup = message.indexOf(LOOKUP);
    return lookup >= 0 && isIn(message.substring(lookup));
  }
}
