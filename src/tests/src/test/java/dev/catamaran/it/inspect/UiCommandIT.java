package dev.catamaran.it.inspect;

import static dev.catamaran.fixture.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.cli.Main;
import dev.catamaran.fixture.TestChart;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.Watching;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.net.CookieManager;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Redirect;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A person with a browser asks what the commands answer. */
class UiCommandIT {
  private static final String CANARY = "s3cret-of-one";

  @Test
  void answersTheQuestionsOfAPerson(TestNamespace namespace) {
    var watching =
        Watching.chart(
            "Widget",
            chart(),
            "valuesFrom: [{kind: Secret, name: passwords}]",
            "drift: {mode: warn}");
    namespace.secret("passwords", values(CANARY));
    namespace.operate(watching);
    namespace.deploy("Widget", "one", "{image: nginx}");
    namespace.deploy("Widget", "two", "{image: nginx}");
    namespace.apply("Widget", "one", "{image: httpd}");
    namespace.awaitRevisions("one", "1 superseded", "2 deployed");
    namespace.put("two-page", "image", "changed");
    namespace.awaitReason("Widget", "two", "Drifted", "DriftFound");

    try (var browser = Browser.open(Shell.in(namespace, watching.write()))) {
      var kinds = browser.page("/");
      assertTrue(kinds.contains("/releases?kind=widget.test.catamaran.dev&amp;show=drift"), kinds);

      // Which releases drift, and why?
      eventually(
          () -> {
            var drift = browser.page("/releases?kind=widget.test.catamaran.dev&show=drift");
            assertTrue(drift.contains(">two</a>"), drift);
            assertTrue(drift.contains("ConfigMap"), drift);
            assertFalse(drift.contains(">one</a>"), drift);
          });
      var place = "/release/widget.test.catamaran.dev/" + namespace.name();
      var two = browser.page(place + "/two");
      assertTrue(two.contains("drift: differs at /data/image"), two);
      var mend = browser.page(place + "/two/next");
      assertTrue(mend.contains("What the next reconcile would do"), mend);

      // Who changed the image of one, and from what?
      var one = browser.page(place + "/one");
      assertTrue(one.contains("Who wrote the spec"), one);
      assertTrue(one.contains("<code>image</code>"), one);
      var changes = browser.page(place + "/one/changes?from=1&to=2");
      assertTrue(changes.contains("&#34;nginx&#34;") || changes.contains("\"nginx\""), changes);
      assertTrue(changes.contains("httpd"), changes);
      var values = browser.page(place + "/one/values");
      assertTrue(values.contains("values-from Secret passwords"), values);
      assertTrue(values.contains("******"), values);

      assertTrue(browser.page("/rollouts").contains("Rollouts"));
      assertEquals(404, browser.send(place + "/three").code());
      assertEquals(404, browser.send(place + "/one/changes?from=1&to=9").code());
      assertEquals(404, browser.send("/nowhere").code());
      browser.assertHidden("s3cret", "czNjcmV0");
    }
  }

  private static Path chart() {
    return TestChart.named("paged")
        .template(
            "page.yaml",
            """
            apiVersion: v1
            kind: ConfigMap
            metadata: {name: "{{ .Release.Name }}-page"}
            data: {image: "{{ .Values.image }}"}
            ---
            apiVersion: v1
            kind: Secret
            metadata: {name: "{{ .Release.Name }}-login"}
            stringData: {password: "{{ .Values.login.password }}"}
            """)
        .path();
  }

  private static Map<String, String> values(String password) {
    return Map.of("values.yaml", "{login: {password: %s}}".formatted(password));
  }

  private record Seen(int code, String body) {}

  /** Runs the command, and follows its links as a browser does. */
  private static final class Browser implements AutoCloseable {
    private final Thread command;
    private final URI url;
    private final HttpClient client =
        HttpClient.newBuilder()
            .cookieHandler(new CookieManager())
            .followRedirects(Redirect.NORMAL)
            .build();
    private final List<String> seen = new ArrayList<>();

    private Browser(Thread command, URI url) {
      this.command = command;
      this.url = url;
    }

    static Browser open(Shell shell) {
      var out = new StringWriter();
      var command =
          Thread.ofVirtual()
              .start(
                  () ->
                      Main.execute(
                          new PrintWriter(out), new PrintWriter(out), shell.complete("ui")));
      eventually(() -> assertTrue(out.toString().startsWith("http://127.0.0.1:"), out::toString));
      var browser = new Browser(command, URI.create(out.toString().strip()));
      assertEquals(403, browser.send("/").code());
      assertEquals(200, browser.send("/?" + browser.url.getQuery()).code());
      return browser;
    }

    String page(String path) {
      var answer = send(path);
      assertEquals(200, answer.code(), answer.body());
      return answer.body();
    }

    Seen send(String path) {
      try {
        var answer =
            client.send(HttpRequest.newBuilder(url.resolve(path)).build(), BodyHandlers.ofString());
        seen.add(answer.body());
        return new Seen(answer.statusCode(), answer.body());
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException(e);
      }
    }

    void assertHidden(String... secrets) {
      for (var secret : secrets) {
        seen.forEach(body -> assertFalse(body.contains(secret), body));
      }
    }

    @Override
    public void close() {
      command.interrupt();
      client.close();
      eventually(() -> assertFalse(command.isAlive()));
    }
  }
}
