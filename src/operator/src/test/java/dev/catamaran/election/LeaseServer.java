package dev.catamaran.election;

import com.sun.net.httpserver.HttpExchange;
import dev.catamaran.fixture.TestServer;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.StatusBuilder;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * Serves one Lease as the API server does: a write with an outdated version is a conflict. A test
 * can act before the next request of a method, and let requests fail.
 */
public final class LeaseServer implements AutoCloseable {
  private final TestServer server;
  private final List<String> requests = new ArrayList<>();
  private final Map<String, Runnable> before = new HashMap<>();
  private final Map<String, Failure> failures = new HashMap<>();
  private Optional<Lease> lease = Optional.empty();
  private int version;

  /** How requests fail, with 500 Internal Server Error. */
  public enum Failure {
    /** One request, before its effect. */
    ONCE,
    /** One request, after its effect. */
    ONCE_AFTER_ITS_EFFECT,
    /** All requests, before their effect. */
    ALWAYS
  }

  /** Starts without a Lease. */
  public LeaseServer() throws IOException {
    server = new TestServer().on("/", this::handle);
  }

  /** How a client connects; its own namespace is {@code pod-namespace}. */
  public Config config() {
    return new ConfigBuilder(Config.empty())
        .withMasterUrl(server.address())
        .withNamespace("pod-namespace")
        .build();
  }

  /** Runs {@code action} once, before the next request of that method. */
  public synchronized void before(String method, Runnable action) {
    before.put(method, action);
  }

  /** Lets requests of that method fail. */
  public synchronized void fail(String method, Failure failure) {
    failures.put(method, failure);
  }

  /** Another client writes the Lease. */
  public synchronized void put(Lease other) {
    lease = Optional.of(stored(other));
  }

  /** Another client changes the Lease. */
  public synchronized void edit(UnaryOperator<LeaseBuilder> change) {
    put(change.apply(new LeaseBuilder(lease.orElseThrow())).build());
  }

  /** Another client deletes the Lease. */
  public synchronized void delete() {
    lease = Optional.empty();
  }

  /** Its data become those of an earlier time; the Lease has the same content. */
  public synchronized void goBack() {
    version = 0;
    lease = lease.map(this::stored);
  }

  /** The Lease now. */
  public synchronized Optional<Lease> lease() {
    return lease;
  }

  /** Its holder now. */
  public synchronized Optional<String> holder() {
    return lease.map(LeaseTerms::of).flatMap(LeaseTerms::holder);
  }

  /** Method and path of all requests so far. */
  public synchronized List<String> requests() {
    return List.copyOf(requests);
  }

  /** The number of requests of that method so far. */
  public synchronized long count(String method) {
    return requests.stream().filter(request -> request.startsWith(method)).count();
  }

  @Override
  public void close() {
    server.close();
  }

  private void handle(HttpExchange exchange) throws IOException {
    var body = exchange.getRequestBody().readAllBytes();
    var response = answer(exchange.getRequestMethod(), exchange.getRequestURI().getPath(), body);
    TestServer.send(exchange, response.code(), Serialization.asJson(response.body()));
  }

  private record Response(int code, Object body) {}

  private synchronized Response answer(String method, String path, byte[] body) {
    requests.add(method + " " + path);
    Optional.ofNullable(before.remove(method)).ifPresent(Runnable::run);
    var failure = Optional.ofNullable(failures.get(method));
    if (failure.filter(how -> how != Failure.ALWAYS).isPresent()) {
      failures.remove(method);
    }
    if (failure.filter(how -> how != Failure.ONCE_AFTER_ITS_EFFECT).isPresent()) {
      return refusal(500);
    }
    var response =
        switch (method) {
          case "GET" -> lease.map(found -> new Response(200, found)).orElse(refusal(404));
          case "POST" -> lease.isPresent() ? refusal(409) : store(201, read(body));
          case "PUT" -> update(read(body));
          default -> refusal(405);
        };
    return failure.isPresent() ? refusal(500) : response;
  }

  private Response update(Lease changed) {
    if (lease.isEmpty()) {
      // To a client that names a version, a Lease that is gone is one that changed.
      return refusal(409);
    }
    return version(lease.get()).equals(version(changed)) ? store(200, changed) : refusal(409);
  }

  private Response store(int code, Lease written) {
    var stored = stored(written);
    lease = Optional.of(stored);
    return new Response(code, stored);
  }

  private Lease stored(Lease written) {
    version++;
    return new LeaseBuilder(written)
        .editMetadata()
        .withResourceVersion(String.valueOf(version))
        .endMetadata()
        .build();
  }

  private static Lease read(byte[] body) {
    return Serialization.unmarshal(new String(body, StandardCharsets.UTF_8), Lease.class);
  }

  private static String version(HasMetadata object) {
    return String.valueOf(object.getMetadata().getResourceVersion());
  }

  private static Response refusal(int code) {
    return new Response(
        code, new StatusBuilder().withCode(code).withMessage("refused with " + code).build());
  }
}
