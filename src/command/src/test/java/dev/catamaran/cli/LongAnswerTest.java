package dev.catamaran.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.loopback.Answer;
import dev.catamaran.loopback.LoopbackServer;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import org.junit.jupiter.api.Test;

/** The command in a JVM of its own: the flags of the tests would hide what it sets. */
class LongAnswerTest {
  private static final int REQUESTS = 20;

  /** A delayed acknowledgement takes at least 40 ms. */
  private static final long DELAY_MILLIS = 40;

  @Test
  void comesAtOnce() throws Exception {
    var process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                LongAnswerTest.class.getName())
            .redirectErrorStream(true)
            .start();
    var output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

    assertEquals(0, process.waitFor(), output);
    long median = Long.parseLong(output.strip());
    assertTrue(median < DELAY_MILLIS, median + " ms");
  }

  /** Prints the median of many requests, in milliseconds. */
  public static void main(String[] arguments) throws Exception {
    Main.answerAtOnce();
    var answer = new Answer.Whole(200, Answer.JSON, "x".repeat(20_000));
    var times = new ArrayList<Long>();
    try (var server = LoopbackServer.start(call -> answer);
        var client = HttpClient.newHttpClient()) {
      var request = HttpRequest.newBuilder(URI.create(server.url() + "/long")).build();
      for (int i = 0; i < REQUESTS; i++) {
        long begin = System.nanoTime();
        client.send(request, BodyHandlers.ofString());
        times.add((System.nanoTime() - begin) / 1_000_000);
      }
    }
    System.out.println(times.stream().sorted().toList().get(REQUESTS / 2));
  }
}
