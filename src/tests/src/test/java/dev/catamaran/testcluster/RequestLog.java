package dev.catamaran.testcluster;

import static dev.catamaran.fixture.Eventually.within;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/** The requests of one user, from the audit log of the API server. */
public final class RequestLog {
  private static final JsonMapper JSON = new JsonMapper();

  private final AuditLog log;
  private final String user;

  /**
   * One answered request. A watch counts when it opens.
   *
   * @param verb as in RBAC
   * @param group empty for the core group
   * @param resource such as {@code leases}; empty for other paths, such as {@code /version}
   * @param subresource such as {@code status}; empty for the object itself
   * @param name name of the object; empty for a collection
   * @param uri path and query
   * @param agent the user agent
   * @param code of the answer
   * @param at when the API server received it
   */
  public record Request(
      String verb,
      String group,
      String resource,
      String subresource,
      String name,
      String uri,
      String agent,
      int code,
      Instant at) {
    /** Whether it is a watch, or a request for the lease. */
    public boolean isUpkeep() {
      return verb.equals("watch") || resource.equals("leases");
    }

    /** Whether it is a write, and no dry run. */
    public boolean isWrite() {
      return !isDryRun()
          && List.of("create", "update", "patch", "delete", "deletecollection").contains(verb);
    }

    /** Whether it asks what a write would do. */
    public boolean isDryRun() {
      return uri.contains("dryRun=All");
    }
  }

  private RequestLog(Path file, String user) {
    this.log = new AuditLog(file);
    this.user = user;
  }

  /**
   * The requests of an operator, from now on. Skips the test if the cluster writes no audit log.
   */
  public static RequestLog of(OperatorIdentity operator) {
    var file = TestCluster.shared().auditLog();
    Assumptions.assumeTrue(
        file.isPresent(),
        "this cluster writes no audit log; hack/cluster does: unset CATAMARAN_TEST_KUBECONFIG CATAMARAN_TEST_CLUSTER");
    return new RequestLog(file.orElseThrow(), operator.user());
  }

  /** Ignores all requests until now. */
  public void restart() {
    log.restart();
  }

  /** All requests since the start or the last restart. */
  public List<Request> requests() {
    return events().flatMap(RequestLog::request).toList();
  }

  /** The refused requests (403) since the start or the last restart. */
  public List<Request> forbidden() {
    return events()
        .flatMap(event -> requestOf(event).stream())
        .filter(request -> request.code() == 403)
        .distinct()
        .toList();
  }

  /** All requests except watches and requests for the lease. */
  public List<Request> beyondUpkeep() {
    return requests().stream().filter(request -> !request.isUpkeep()).toList();
  }

  /**
   * Waits for a first request, and then until only watches and requests for the lease come for
   * {@code quiet}.
   */
  public void awaitQuiet(Duration quiet) {
    awaitQuiet(quiet, this::beyondUpkeep);
  }

  /** The same, but only these requests count. */
  public void awaitQuiet(Duration quiet, Supplier<List<Request>> counted) {
    var last = new AtomicInteger();
    var since = new AtomicLong(System.nanoTime());
    within(
        Duration.ofMinutes(5),
        () -> {
          int now = counted.get().size();
          if (now != last.getAndSet(now)) {
            since.set(System.nanoTime());
          }
          assertTrue(
              now > 0 && System.nanoTime() - since.get() > quiet.toNanos(),
              () -> "not quiet for %s: %s".formatted(quiet, counted.get()));
        });
  }

  private Stream<JsonNode> events() {
    // Most lines are of other users; parsing them would take long after a large test.
    return log.text()
        .lines()
        .filter(line -> line.contains(user))
        .map(RequestLog::parse)
        .filter(this::isOfUser);
  }

  private static JsonNode parse(String line) {
    try {
      return JSON.readTree(line);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private boolean isOfUser(JsonNode event) {
    return event.path("user").path("username").asText().equals(user);
  }

  private static Stream<Request> request(JsonNode event) {
    var verb = event.path("verb").asText();
    var counted = verb.equals("watch") ? "ResponseStarted" : "ResponseComplete";
    return requestOf(event)
        .filter(ignored -> event.path("stage").asText().equals(counted))
        .stream();
  }

  private static Optional<Request> requestOf(JsonNode event) {
    return Optional.of(
        new Request(
            event.path("verb").asText(),
            event.path("objectRef").path("apiGroup").asText(""),
            event.path("objectRef").path("resource").asText(""),
            event.path("objectRef").path("subresource").asText(""),
            event.path("objectRef").path("name").asText(""),
            event.path("requestURI").asText(),
            event.path("userAgent").asText(),
            event.path("responseStatus").path("code").asInt(),
            Instant.parse(event.path("requestReceivedTimestamp").asText())));
  }
}
