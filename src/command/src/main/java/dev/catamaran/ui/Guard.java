package dev.catamaran.ui;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.catamaran.ui.PageServer.Answer;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Decides who may see the pages: the browser that has opened the printed URL. Every process of the
 * machine can connect to the port, and every page in the browser can ask for its URLs.
 *
 * @param token in the printed URL; admits one browser, because the URL stays in terminals and
 *     histories
 * @param session in the cookie of the admitted browser
 * @param isUsed whether the token has admitted one
 */
record Guard(int port, String token, String session, AtomicBoolean isUsed) {
  private static final int BYTES = 32;
  private static final Set<String> READS = Set.of("GET", "HEAD");

  static Guard of(int port) {
    return new Guard(port, randomText(), randomText(), new AtomicBoolean());
  }

  private static String randomText() {
    var bytes = new byte[BYTES];
    new SecureRandom().nextBytes(bytes);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  String url() {
    return "http://127.0.0.1:%d/?token=%s".formatted(port, token);
  }

  /** Returns the answer to a request that gets no page; empty if it gets one. */
  Optional<Answer> answer(Request request) {
    if (!Set.of("127.0.0.1:" + port, "localhost:" + port).contains(request.host())) {
      // A name that an attacker lets point to this machine (DNS rebinding).
      return Optional.of(
          Answer.text(421, "this server is http://127.0.0.1:%d only".formatted(port)));
    }
    if (!READS.contains(request.method())) {
      return Optional.of(
          Answer.text(405, "these pages change nothing: only GET is answered")
              .with("Allow", "GET, HEAD"));
    }
    boolean isKnown = isSame(request.cookie(cookie()), session);
    // A preview of a link asks for the head of a page only.
    if (isSame(request.parameter("token"), token) && request.method().equals("GET")) {
      return Optional.of(
          isKnown || isUsed.compareAndSet(false, true)
              ? welcome(request.address())
              : Answer.text(
                  403,
                  "a browser has opened this URL already, and it admits one only. End catamaran ui with Ctrl-C, and start"
                      + " it again for a new URL; if that browser was not yours, its user has seen what you may see"));
    }
    return isKnown
        ? Optional.empty()
        : Optional.of(
            Answer.text(
                403,
                "these pages are for the person who started catamaran ui: copy the URL that it printed into"
                    + " the address bar of the browser"));
  }

  /** The token leaves the address of the page, so that nobody reads it over a shoulder. */
  private Answer welcome(String place) {
    return Answer.text(303, "welcome")
        .with("Location", place)
        .with(
            "Set-Cookie", "%s=%s; HttpOnly; SameSite=Strict; Path=/".formatted(cookie(), session));
  }

  /** Cookies do not differ by port. */
  private String cookie() {
    return "catamaran-" + port;
  }

  private static boolean isSame(String given, String wanted) {
    return MessageDigest.isEqual(given.getBytes(UTF_8), wanted.getBytes(UTF_8));
  }

  /** Omits the secrets. */
  @Override
  public String toString() {
    return "Guard of port " + port;
  }
}
