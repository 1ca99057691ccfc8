package dev.catamaran.manager;

import static dev.catamaran.fixture.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.catamaran.fixture.FreePort;
import dev.catamaran.fixture.ServingCertificate;
import dev.catamaran.options.BindAddress;
import dev.catamaran.server.ManagementServer;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Asks the real server, with a clock that only the test moves. */
class HealthTest {
  private static final String OK = "200 ok";
  private static final String WIDGETS = "Widget: cannot be started: forbidden";
  private static final Duration A_BIT = Duration.ofNanos(1);

  /** When each kind could not be started any more. */
  private final Map<String, Instant> down = new TreeMap<>();

  /** When each resource was last watched. */
  private final Map<String, Instant> watched = new TreeMap<>();

  private final ManagementServer server = new ManagementServer();
  private final HttpClient http = HttpClient.newHttpClient();
  private final BindAddress probes = new BindAddress("127.0.0.1", FreePort.find());
  private Instant now = Instant.now();

  @BeforeEach
  void serve() {
    InstantSource hand = () -> now;
    var health =
        new Health(
            longer -> older(down, longer).toList(),
            longer -> older(watched, longer),
            server::webhooksAreTrusted,
            hand.withZone(ZoneOffset.UTC));
    server.serveProbes(Optional.of(probes), health::whyUnhealthy, health::whyNotReady);
  }

  private Stream<String> older(Map<String, Instant> since, Duration longer) {
    return since.entrySet().stream()
        .filter(entry -> now.minus(longer).isAfter(entry.getValue()))
        .map(Map.Entry::getKey);
  }

  @AfterEach
  void close() {
    http.close();
    server.close();
  }

  private void assertAnswers(String healthz, String readyz) throws Exception {
    assertEquals(healthz, get("/healthz"));
    assertEquals(readyz, get("/readyz"));
  }

  private String get(String path) throws Exception {
    var uri = URI.create("http://127.0.0.1:" + probes.port() + path);
    var response = http.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString());
    return response.statusCode() + " " + response.body();
  }

  @Test
  void areOkWhileAllIsWell() throws Exception {
    watched.put("secrets", now);
    watched.put("configmaps", now);
    assertAnswers(OK, OK);
  }

  @Test
  void nameAKindThatCannotBeStarted() throws Exception {
    down.put(WIDGETS, now);
    now = now.plusSeconds(20);
    assertAnswers(OK, OK);
    now = now.plus(A_BIT);
    assertAnswers(OK, "500 " + WIDGETS);

    now = down.get(WIDGETS).plus(Duration.ofMinutes(5));
    assertAnswers(OK, "500 " + WIDGETS);
    now = now.plus(A_BIT);
    assertAnswers("500 " + WIDGETS, "500 " + WIDGETS);

    down.clear();
    assertAnswers(OK, OK);
  }

  @Test
  void nameWhatIsNotWatchedWhileOtherThingsAre() throws Exception {
    var begin = now;
    watched.put("secrets", begin);
    now = begin.plus(Duration.ofMinutes(2));
    watched.put("configmaps", now);
    assertAnswers(OK, OK);
    now = now.plus(A_BIT);
    assertAnswers(OK, "500 secrets is not watched");

    now = begin.plus(Duration.ofMinutes(10));
    watched.put("configmaps", now);
    assertAnswers(OK, "500 secrets is not watched");
    now = now.plus(A_BIT);
    assertAnswers("500 secrets cannot be watched", "500 secrets is not watched");

    watched.put("secrets", now);
    assertAnswers(OK, OK);
  }

  /** Without an API server a restart does not help, whatever the operator may watch. */
  @Test
  void askForNoRestartWhileNothingIsWatched() throws Exception {
    watched.put("configmaps", now);
    watched.put("secrets", now);
    now = now.plus(Duration.ofHours(1));
    assertAnswers(OK, "500 configmaps is not watched\nsecrets is not watched");

    watched.put("configmaps", now.minus(Duration.ofMinutes(2)).minus(A_BIT));
    assertAnswers(OK, "500 configmaps is not watched\nsecrets is not watched");
    watched.put("configmaps", now.minus(Duration.ofMinutes(2)));
    assertAnswers("500 secrets cannot be watched", "500 secrets is not watched");

    watched.put("secrets", now);
    assertAnswers(OK, OK);
  }

  @Test
  void reportACertificateThatHasExpired(@TempDir Path folder) throws Exception {
    var end = now.plus(Duration.ofDays(1)).truncatedTo(ChronoUnit.SECONDS);
    ServingCertificate.make("127.0.0.1", end).mountIn(folder);
    server.serveWebhooks(new BindAddress("127.0.0.1", FreePort.find()), folder, exchange -> {});
    now = end.minus(A_BIT);
    assertAnswers(OK, OK);
    now = end;
    assertAnswers(OK, "500 the certificate of the webhooks is not valid");

    ServingCertificate.make("127.0.0.1", end.plus(Duration.ofDays(1))).mountIn(folder);
    eventually(() -> assertAnswers(OK, OK));
  }

  @Test
  void nameEachProblemOnALineOfItsOwn(@TempDir Path folder) throws Exception {
    ServingCertificate.make().mountIn(folder);
    server.serveWebhooks(new BindAddress("127.0.0.1", FreePort.find()), folder, exchange -> {});
    down.put(WIDGETS, now);
    watched.put("secrets", now);
    now = now.plus(Duration.ofHours(2));
    watched.put("configmaps", now);

    assertAnswers(
        "500 " + WIDGETS + "\nsecrets cannot be watched",
        "500 "
            + WIDGETS
            + "\nsecrets is not watched\nthe certificate of the webhooks is not valid");
  }
}
