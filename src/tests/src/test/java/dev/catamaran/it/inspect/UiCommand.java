package dev.catamaran.it.inspect;

import static dev.catamaran.fixture.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.cli.Main;
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

/**
 * {@code catamaran ui} while it runs.
 *
 * @param url the printed one, with the token
 */
public record UiCommand(Thread command, URI url, HttpClient client) implements AutoCloseable {

  /** Starts the command, and opens the printed URL. Only who has opened it sees pages. */
  public static UiCommand start(Shell shell) {
    var started = launch(shell);
    assertEquals(403, started.send("/").code());
    assertEquals(200, started.send("/?" + started.url.getQuery()).code());
    return started;
  }

  /** Starts the command. The URL admits one browser. */
  static UiCommand launch(Shell shell) {
    var out = new StringWriter();
    var command =
        Thread.ofVirtual()
            .start(
                () ->
                    Main.execute(new PrintWriter(out), new PrintWriter(out), shell.complete("ui")));
    eventually(() -> assertTrue(out.toString().startsWith("http://127.0.0.1:"), out::toString));
    var client =
        HttpClient.newBuilder()
            .cookieHandler(new CookieManager())
            .followRedirects(Redirect.NORMAL)
            .build();
    return new UiCommand(command, URI.create(out.toString().strip()), client);
  }

  /** An answer. */
  public record Seen(int code, String body) {}

  /** Asks for a page, as a browser that has opened the URL. */
  public Seen send(String path) {
    try {
      var request = HttpRequest.newBuilder(url.resolve(path)).build();
      var answer = client.send(request, BodyHandlers.ofString());
      return new Seen(answer.statusCode(), answer.body());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    command.interrupt();
    client.close();
    eventually(() -> assertFalse(command.isAlive()));
  }
}
