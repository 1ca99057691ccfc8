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
 * Stands between an operator and its API server, and breaks what a test wants broken: connections,
 * and single requests. Whatever was broken, {@link #heal} makes good.
 *
 * <p>An operator goes through it by the kubeconfig of {@link #identity}; who it is it says by its
 * token, as without the proxy.
 */
public final class FaultProxy implements AutoCloseable {
  private final ServingCertificate certificate = ServingCertificate.make();
  private final List<Injection> injections = new CopyOnWriteArrayList<>();
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

  /** Begins to stand before this cluster's API server. */
  public static FaultProxy before(TestCluster cluster) {
    try {
      return new FaultProxy(Config.fromKubeconfig(Files.readString(cluster.adminKubeconfig())));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The same account, by way of this proxy. */
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

  /** Holds all bytes for that long, each way. */
  public void delay(Duration each) {
    relay.delay(each);
  }

  /** New connections are refused; those that are open go on. */
  public void refuse() {
    relay.refuse();
  }

  /** All open connections are reset; new ones are carried. */
  public void reset() {
    relay.reset();
  }

  /** New connections are refused, and open ones reset, as if nothing listened. */
  public void goDown() {
    relay.refuse();
    relay.reset();
  }

  /**
   * Nothing passes any more, on open connections and new ones, and nobody is told. What is sent
   * meanwhile arrives when this is healed.
   */
  public void blackHole() {
    for (var direction : Direction.values()) {
      relay.swallow(direction);
    }
  }

  /** The same, one way only: what the operator sends is still carried out, or it still hears. */
  public void blackHole(Direction direction) {
    relay.swallow(direction);
  }

  /**
   * On the connections that are open now nothing passes any more, and nobody is told; new ones are
   * carried.
   */
  public void halfOpen() {
    for (var direction : Direction.values()) {
      relay.hold(direction);
    }
  }

  /** The same, one way only. */
  public void halfOpen(Direction direction) {
    relay.hold(direction);
  }

  /** All open watches end, as they do when an API server restarts; new ones may be opened. */
  public void cutWatches() {
    gateway.cutWatches();
  }

  /**
   * Breaks these requests, until it is closed or all is healed. The oldest injection that fits a
   * request takes it.
   */
  public Injection inject(Fault fault, Calls calls) {
    var injection = new Injection(fault, calls);
    injections.add(injection);
    return injection;
  }

  /** Nothing is broken any more. */
  public void heal() {
    injections.forEach(Injection::close);
    injections.clear();
    relay.heal();
  }

  /** How many connections of the operator are open. */
  public int openConnections() {
    return relay.openLines();
  }

  /** How many watches of the operator are open. */
  public int openWatches() {
    return gateway.openWatches();
  }

  /** All requests that came, in order. */
  public List<SeenCall> seen() {
    return List.copyOf(seen);
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
