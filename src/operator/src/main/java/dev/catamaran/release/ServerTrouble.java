package dev.catamaran.release;

import java.util.regex.Pattern;

/**
 * Recognizes from the text of a failure that the API server did not do its work: it was
 * unreachable, too busy, or failed during a request. Its statements about an object do not count.
 * Pure.
 */
final class ServerTrouble {
  /** Go's text for a request without an answer (net/url, Error). */
  private static final Pattern NO_ANSWER =
      Pattern.compile("\\b(?:Get|Post|Put|Patch|Delete|Head) \"https?://[^\"]*\": ");

  /** Quoted text comes from people, and says nothing about the API server. */
  private static final Pattern CITED = Pattern.compile("\"(?:[^\"\\\\]|\\\\.)*\"");

  /** An admission webhook gives its reason as free text (apiserver, webhook/errors). */
  private static final Pattern DENIED = Pattern.compile("denied the request(?::|\\b)[^;&\\n]*");

  /** Texts about the connection (net, net/http, golang.org/x/net/http2), or a cancelled call. */
  private static final Pattern CONNECTION =
      Pattern.compile(
          "connection refused|connection reset by peer|connection timed out|broken pipe|no route to"
              + " host|network is unreachable|no such host|i/o timeout|TLS handshake"
              + " timeout|(?<![.\\w\\]])tls: |x509: certificate |use of closed network"
              + " connection|http2: |stream error: stream ID|Client\\.Timeout|net/http: request"
              + " canceled|client rate limiter Wait|rate: Wait\\(n=|unexpected error when reading"
              + " response body|(?:^|[:*;] ?)(?:unexpected )?EOF(?:$|[;&\\s])|(?:^|: )context canceled$");

  /** Texts of answers with 409, 429 and 5xx (apimachinery, api/errors; etcd, rpctypes). */
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

  /** The only function by which a template asks the API server. */
  private static final String LOOKUP = "error calling lookup: ";

  private ServerTrouble() {}

  /** Whether {@code message} reports a failure of the API server. */
  static boolean isIn(String message) {
    if (NO_ANSWER.matcher(message).find() && !DENIED.matcher(message).find()) {
      return true;
    }
    var said = DENIED.matcher(CITED.matcher(message).replaceAll("\"\"")).replaceAll("");
    return CONNECTION.matcher(said).find() || ANSWERS.matcher(said).find();
  }

  /** Does the same for a message about templates, which otherwise concerns the chart's author. */
  static boolean isInLookup(String message) {
    int lookup = message.indexOf(LOOKUP);
    return lookup >= 0 && isIn(message.substring(lookup));
  }
}
