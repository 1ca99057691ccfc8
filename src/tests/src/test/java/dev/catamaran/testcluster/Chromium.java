package dev.catamaran.testcluster;

import static dev.catamaran.fixture.Eventually.eventually;
import static java.util.Collections.nCopies;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.catamaran.fixture.FreePort;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A real browser: Chromium of the Debian packages, driven by the requests of W3C WebDriver. Its
 * scripts run in pages that forbid scripts.
 */
public final class Chromium implements AutoCloseable {
  private static final JsonMapper JSON = new JsonMapper();
  private static final String TAB = "\uE004";
  private static final List<String> ARGUMENTS =
      List.of("--headless", "--disable-gpu", "--disable-dev-shm-usage", "--no-sandbox");

  private final HttpClient http = HttpClient.newHttpClient();
  private final Process driver;
  private final String root;
  private String session = "";

  private Chromium(Process driver, int port) {
    this.driver = driver;
    this.root = "http://127.0.0.1:" + port;
  }

  /** How a person looks at a page. */
  public enum Look {
    LIGHT("light", 1280),
    DARK("dark", 1280),
    PHONE("light", 390);

    private final String scheme;
    private final int width;

    Look(String scheme, int width) {
      this.scheme = scheme;
      this.width = width;
    }

    /** The width of the window, in pixels. */
    public int width() {
      return width;
    }
  }

  /** Skips the test if Chromium or its driver is not installed. */
  public static void assumeInstalled() {
    Installed.assume("chromedriver", "chromium chromium-driver");
  }

  /** Starts a browser without a window. */
  public static Chromium start() {
    int port = FreePort.find();
    try {
      var driver =
          new ProcessBuilder("chromedriver", "--port=" + port)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      var browser = new Chromium(driver, port);
      eventually(() -> browser.send("GET", "/status", Map.of()));
      var options = Map.of("goog:chromeOptions", Map.of("args", ARGUMENTS));
      var made =
          browser.send("POST", "/session", Map.of("capabilities", Map.of("alwaysMatch", options)));
      browser.session = "/session/" + made.path("sessionId").asText();
      return browser;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Opens a page, and waits until it is there. */
  public void open(URI page) {
    post("/url", Map.of("url", page.toString()));
  }

  /** Clicks the one link or button with this text, or with this name for those who only hear it. */
  public void click(String link) {
    var path =
        "//*[self::a or self::button][@aria-label=\"%1$s\" or not(@aria-label) and normalize-space()=\"%1$s\"]"
            .formatted(link);
    var found = post("/elements", Map.of("using", "xpath", "value", path));
    assertEquals(1, found.size(), () -> "links '%s' in:%n%s".formatted(link, text()));
    post("/element/%s/click".formatted(found.path(0).elements().next().asText()), Map.of());
  }

  /** Presses the tabulator key. */
  public void tab(int times) {
    var press =
        List.of(Map.of("type", "keyDown", "value", TAB), Map.of("type", "keyUp", "value", TAB));
    var keys =
        Map.of(
            "type",
            "key",
            "id",
            "keys",
            "actions",
            nCopies(times, press).stream().flatMap(List::stream).toList());
    post("/actions", Map.of("actions", List.of(keys)));
  }

  /** Shows the pages in another way from now on, the open one too. */
  public void show(Look look) {
    command(
        "Emulation.setEmulatedMedia",
        Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", look.scheme))));
    command(
        "Emulation.setDeviceMetricsOverride",
        Map.of(
            "width",
            look.width,
            "height",
            800,
            "deviceScaleFactor",
            1,
            "mobile",
            look.width < 500));
  }

  /** The text of the page that a person sees, with single spaces. */
  public String text() {
    return run("return document.body.innerText").asText().replaceAll("\\s+", " ");
  }

  /** The HTML of the page. */
  public String source() {
    return send("GET", session + "/source", Map.of()).asText();
  }

  /** Runs a script in the page, and waits for the promise that it may return. */
  public JsonNode run(String script, Object... arguments) {
    return post("/execute/sync", Map.of("script", script, "args", arguments));
  }

  /** One of the DevTools protocol. */
  private void command(String name, Map<String, Object> parameters) {
    post("/goog/cdp/execute", Map.of("cmd", name, "params", parameters));
  }

  private JsonNode post(String path, Map<String, Object> body) {
    return send("POST", session + path, body);
  }

  private JsonNode send(String method, String path, Map<String, Object> body) {
    try {
      var content =
          method.equals("POST")
              ? BodyPublishers.ofString(JSON.writeValueAsString(body))
              : BodyPublishers.noBody();
      var request = HttpRequest.newBuilder(URI.create(root + path)).method(method, content);
      var answer = http.send(request.build(), BodyHandlers.ofString());
      assertEquals(200, answer.statusCode(), answer::body);
      return JSON.readTree(answer.body()).path("value");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** Ends the browser, and then its driver. */
  @Override
  public void close() {
    try {
      if (!session.isEmpty()) {
        send("DELETE", session, Map.of());
      }
    } finally {
      http.close();
      Stream.concat(driver.descendants(), Stream.of(driver.toHandle()))
          .forEach(ProcessHandle::destroy);
    }
  }
}
