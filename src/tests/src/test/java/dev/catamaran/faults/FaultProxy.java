package dev.catamaran.faults;

import dev.catamaran.fixture.ServingCertificate;
import dev.catamaran.testcluster.OperatorIdentity;
import dev.catamaran.testcluster.TestCluster;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * A proxy between an operator and its API server that breaks connections and single requests.
 * {@link #heal} ends all faults.
 *
 * <p>An operator uses it through the kubeconfig of {@link #identity}. The proxy forwards the token
 * of the operator.
 */
public final class FaultProxy implements AutoCloseable {
  private final ServingCertificate certificate = ServingCertificate.make();
  private final List<Injection> injections = new CopyOnWriteArrayList<>();
  private final Queue<Injection> requested = new ConcurrentLinkedQueue<>();
  private final Queue<SeenCall> seen = new ConcurrentLinkedQueue<>();
  private final Gateway gateway;
  private final Relay relay;

  private FaultProxy(Config apiServer) {
    this.gateway =
        new Gateway(
            URI.create(apiServer.getMasterUrl()), trusted(apiServer), certificate, this::choose);
    this.relay = new Relay(gateway.port());
    gateway.resetBy(relay::reset);
  }

  /** Starts a proxy for the API server of this cluster. */
  public static FaultProxy before(TestCluster cluster) {
    try {
      return new FaultProxy(Config.fromKubeconfig(Files.readString(cluster.adminKubeconfig())));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The same account, with a kubeconfig of this proxy. */
  public OperatorIdentity identity(OperatorIdentity direct) {
    try {
      var config =
          Serialization.unmarshal(
              Files.readString(direct.kubeconfig()), io.fabric8.kubernetes.api.model.Config.class);
      for (var named : config.getClusters()) {
        named.getCluster().setServer("https://127.0.0.1:" + relay.port());
        named.getCluster().setCertificateAuthority(null);
        named.getCluster().setCertificateAuthorityData(certificate.caBundle());
      }
      var file = Files.createTempFile("proxied-", ".kubeconfig");
      file.toFile().deleteOnExit();
      Files.writeString(file, Serialization.asYaml(config));
      return new OperatorIdentity(direct.user(), file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Delays all bytes in both directions. */
  public void delay(Duration each) {
    relay.delay(each);
  }

  /** Resets all open connections; new ones work. */
  public void reset() {
    relay.reset();
  }

  /** Refuses new connections and resets open ones, like an API server that does not run. */
  public void goDown() {
    relay.refuse();
    relay.reset();
  }

  /**
   * Holds all bytes on open and new connections. Neither side gets an error. {@link #heal} delivers
   * the held bytes.
   */
  public void blackHole() {
    for (var direction : Direction.values()) {
      relay.swallow(direction);
    }
  }

  /**
   * The same in one direction only: the API server still gets requests, or the operator still gets
   * answers.
   */
  public void blackHole(Direction direction) {
    relay.swallow(direction);
  }

  /**
   * Holds all bytes on the connections that are open now. Neither side gets an error. New
   * connections work.
   */
  public void halfOpen() {
    for (var direction : Direction.values()) {
      relay.hold(direction);
    }
  }

  /** Ends all open watches, as the restart of an API server does. New watches work. */
  public void cutWatches() {
    gateway.cutWatches();
  }

  /**
   * Applies a fault to these requests, until the injection is closed or {@link #heal} is called.
   * The oldest matching injection has priority.
   */
  public Injection inject(Fault fault, Calls calls) {
    var injection = new Injection(fault, calls);
    injections.add(injection);
    requested.add(injection);
    return injection;
  }

  /** Ends all faults. */
  public void heal() {
    injections.forEach(Injection::close);
    injections.clear();
    relay.heal();
  }

  /** The faults that no request has met, also ended ones. */
  public List<Injection> unmet() {
    return requested.stream().filter(injection -> injection.count() == 0).toList();
  }

  /** The number of open connections of the operator. */
  public int openConnections() {
    return relay.openLines();
  }

  /** All requests, in order. */
  public List<SeenCall> seen() {
    return List.copyOf(seen);
  }

  /** These requests, in order. */
  public List<Call> seen(Calls calls) {
    return seen.stream().map(SeenCall::call).filter(calls::include).toList();
  }

  @Override
  public void close() {
    relay.close();
    gateway.close();
  }

  private Optional<Fault> choose(Call call) {
    var fault =
        injections.stream()
            .filter(injection -> injection.takes(call))
            .findFirst()
            .map(Injection::fault);
    seen.add(new SeenCall(System.nanoTime(), call, fault));
    return fault;
  }

  private static String trusted(Config apiServer) {
    try {
      return apiServer.getCaCertData() != null
          ? new String(
              Base64.getDecoder().decode(apiServer.getCaCertData()), StandardCharsets.UTF_8)
          : Files.readString(Path.of(apiServer.getCaCertFile()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
