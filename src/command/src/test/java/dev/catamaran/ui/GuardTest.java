package dev.catamaran.ui;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.ui.PageServer.Answer;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GuardTest {
  private static final String OWN = "127.0.0.1:8000";
  private static final String COOKIE = "catamaran-8000=session";

  private final Guard guard = new Guard(8000, "token", "session", new AtomicBoolean());

  @Test
  void admitsTheBrowserThatOpensThePrintedUrl() {
    assertEquals("http://127.0.0.1:8000/?token=token", guard.url());

    var welcome = answer("GET", "/", "token=token", OWN, "").orElseThrow();

    assertEquals(303, welcome.code());
    assertEquals("/", welcome.headers().get("Location"));
    assertEquals(
        "catamaran-8000=session; HttpOnly; SameSite=Strict; Path=/",
        welcome.headers().get("Set-Cookie"));
    assertEquals(
        "/releases/a%0D%0Ab",
        answer("GET", "//releases/a%0d%0ab", "token=token", OWN, COOKIE)
            .orElseThrow()
            .headers()
            .get("Location"));
    assertEquals(Optional.empty(), answer("GET", "/", "", OWN, COOKIE));
    assertEquals(Optional.empty(), answer("HEAD", "/releases", "", OWN, "a=b; " + COOKIE));
    assertEquals(Optional.empty(), answer("GET", "/", "", "localhost:8000", COOKIE));
  }

  @Test
  void admitsOneBrowserOnlyByTheToken() {
    assertEquals(403, answer("HEAD", "/", "token=token", OWN, "").orElseThrow().code());
    assertEquals(303, answer("GET", "/", "token=token", OWN, "").orElseThrow().code());

    var second = answer("GET", "/", "token=token", OWN, "").orElseThrow();

    assertEquals(403, second.code());
    assertFalse(second.headers().containsKey("Set-Cookie"));
    assertTrue(second.body().contains("End catamaran ui with Ctrl-C"), second.body());
    assertEquals(303, answer("GET", "/", "token=token", OWN, COOKIE).orElseThrow().code());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "catamaran-8000=", "catamaran-8000=token", "catamaran-8001=session"})
  void refusesABrowserWithoutTheCookie(String cookies) {
    for (var path : new String[] {"/", "/releases", "/style.css"}) {
      var refused = answer("GET", path, "", OWN, cookies).orElseThrow();
      assertEquals(403, refused.code());
      assertFalse(refused.headers().containsKey("Set-Cookie"));
      assertFalse(refused.body().contains("session"));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"token=", "token=toke", "token=token2", "token=session", "Token=token"})
  void refusesAnotherToken(String query) {
    assertEquals(403, answer("GET", "/", query, OWN, "").orElseThrow().code());
  }

  /** A page of an attacker whose name points to this machine has the cookie of that name alone. */
  @ParameterizedTest
  @ValueSource(
      strings = {"", "evil.example", "evil.example:8000", "127.0.0.1", "127.0.0.1:8001", "0:8000"})
  void refusesAnotherHost(String host) {
    assertEquals(421, answer("GET", "/", "token=token", host, COOKIE).orElseThrow().code());
  }

  @ParameterizedTest
  @ValueSource(strings = {"POST", "PUT", "DELETE", "OPTIONS", "get"})
  void refusesWhatCouldChangeSomething(String method) {
    assertEquals(405, answer(method, "/", "", OWN, COOKIE).orElseThrow().code());
  }

  @Test
  void makesItsTextsAtRandomAndPrintsNone() {
    var one = Guard.of(1);

    assertNotEquals(one.token(), Guard.of(1).token());
    assertNotEquals(one.token(), one.session());
    assertTrue(one.token().length() >= 43, one.token());
    assertEquals("Guard of port 1", one.toString());
  }

  private Optional<Answer> answer(
      String method, String path, String query, String host, String cookies) {
    return guard.answer(Request.of(method, path, query, host, cookies));
  }
}
