package dev.catamaran.ui;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.ui.Request.Sender;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GuardTest {
  private static final String OWN = "127.0.0.1:8000";
  private static final String COOKIE = "catamaran-8000=session";

  private static final String ORIGIN = "http://127.0.0.1:8000";

  private final Guard guard = new Guard(8000, "token", "session", Optional.empty());
  private final Guard acting = new Guard(8000, "token", "session", Optional.of("secret"));

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
        answer("GET", "//releases/a%0d%0ab", "token=token", OWN, "")
            .orElseThrow()
            .headers()
            .get("Location"));
    assertEquals(Optional.empty(), answer("GET", "/", "", OWN, COOKIE));
    assertEquals(Optional.empty(), answer("HEAD", "/releases", "", OWN, "a=b; " + COOKIE));
    assertEquals(Optional.empty(), answer("GET", "/", "", "localhost:8000", COOKIE));
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
    var one = Guard.of(1, Optional.of("secret"));

    assertNotEquals(one.token(), Guard.of(1, Optional.empty()).token());
    assertNotEquals(one.token(), one.session());
    assertTrue(one.token().length() >= 43, one.token());
    assertEquals("Guard of port 1", one.toString());
  }

  @Test
  void letsAFormOfItsOwnPagesThrough() {
    assertEquals(Optional.empty(), sent("POST", "form=secret&seen=1", OWN, ORIGIN, COOKIE));
    assertEquals(
        Optional.empty(),
        sent("POST", "form=secret", "localhost:8000", "http://localhost:8000", COOKIE));
    assertEquals(Optional.empty(), acting.answer(request("GET", "/", "", OWN, COOKIE)));
  }

  /** A page of another server of this machine is of the same site for a browser. */
  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          form=secret, http://127.0.0.1:8001, catamaran-8000=session
          form=secret, http://localhost:8000, catamaran-8000=session
          form=secret, https://127.0.0.1:8000, catamaran-8000=session
          form=secret, null, catamaran-8000=session
          form=secret, '', catamaran-8000=session
          form=secret, http://127.0.0.1:8000, catamaran-8000=other
          form=other, http://127.0.0.1:8000, catamaran-8000=session
          form=, http://127.0.0.1:8000, catamaran-8000=session
          '', http://127.0.0.1:8000, catamaran-8000=session
          """)
  void refusesAFormOfAnother(String form, String origin, String cookies) {
    assertEquals(403, sent("POST", form, OWN, origin, cookies).orElseThrow().code());
  }

  @Test
  void refusesOtherMethodsAndHostsForFormsToo() {
    assertEquals(405, sent("PUT", "form=secret", OWN, ORIGIN, COOKIE).orElseThrow().code());
    var evil = sent("POST", "form=secret", "evil.example", "http://evil.example", COOKIE);
    assertEquals(421, evil.orElseThrow().code());
    var inUrl =
        Request.of("POST", "/", "form=secret&token=token", "", new Sender(OWN, ORIGIN, COOKIE));
    assertEquals(403, acting.answer(inUrl).orElseThrow().code());
  }

  private Optional<Answer> sent(
      String method, String form, String host, String origin, String cookies) {
    return acting.answer(Request.of(method, "/", "", form, new Sender(host, origin, cookies)));
  }

  private Optional<Answer> answer(
      String method, String path, String query, String host, String cookies) {
    return guard.answer(request(method, path, query, host, cookies));
  }

  private static Request request(
      String method, String path, String query, String host, String cookies) {
    return Request.of(method, path, query, "", new Sender(host, "", cookies));
  }
}
