package dev.catamaran.server;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import dev.catamaran.api.ManagerException;
import dev.catamaran.options.BindAddress;
import dev.catamaran.options.MetricsEndpoint;
import dev.catamaran.options.MetricsEndpoint.Tls;
import dev.catamaran.options.WebhookOptions;
import java.io.IOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.function.Function;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;

/** Serves probes and metrics, at the paths and addresses that controller-runtime uses. */
public final class ManagementServer implements AutoCloseable {
  /** Path of the metrics. Their readers need the right to {@code get} it. */
  public static final String METRICS = "/metrics";

  private static final String METRICS_FLAG = "--metrics-bind-address";
  private static final String PROMETHEUS_TEXT = "text/plain; version=0.0.4; charset=utf-8";

  /** Maximum of concurrent scrapes; each answer may have megabytes. */
  private static final int MOST_SCRAPES = 8;

  private final Semaphore scrapes = new Semaphore(MOST_SCRAPES);
  private final List<HttpServer> servers = new ArrayList<>();
  private final List<LiveCertificate> certificates = new ArrayList<>();
  private volatile Optional<LiveCertificate> webhookCertificate = Optional.empty();

  public ManagementServer() {
    ServerBounds.apply();
  }

  /** Serves /healthz and /readyz, which fail while there is a problem, and name it. */
  public void serveProbes(
      Optional<BindAddress> address, Supplier<List<String>> sick, Supplier<List<String>> unready) {
    address.ifPresent(
        where -> {
          var server = open(where, "--health-probe-bind-address", Optional.empty());
          // A virtual thread would wait until another one pauses, and the kubelet waits for
          // seconds.
          server.setExecutor(
              Executors.newCachedThreadPool(
                  Thread.ofPlatform().name("probe-", 1).daemon().factory()));
          server.createContext("/healthz", exchange -> probe(exchange, sick));
          server.createContext("/readyz", exchange -> probe(exchange, unready));
          server.start();
        });
  }

  /** Serves /metrics. If access is restricted, {@code admissions} decides about tokens. */
  public void serveMetrics(
      MetricsEndpoint endpoint, Supplier<String> scrape, Function<String, Admission> admissions) {
    var tls = endpoint.tls().map(this::context);
    var server = open(endpoint.address(), METRICS_FLAG, tls);
    var metrics = server.createContext(METRICS, exchange -> scrape(exchange, scrape));
    if (endpoint.tls().filter(Tls::requireRbac).isPresent()) {
      metrics.getFilters().add(new BearerFilter(admissions));
    }
    server.start();
  }

  /** Serves webhooks, with the certificate in a folder. */
  public void serveWebhooks(BindAddress address, Path certificates, HttpHandler webhooks) {
    var certificate = live(certificates, WebhookOptions.CERTIFICATES_FLAG);
    var server = open(address, WebhookOptions.ADDRESS_FLAG, Optional.of(certificate.context()));
    webhookCertificate = Optional.of(certificate);
    server.createContext("/", webhooks);
    server.start();
  }

  /** Returns false if webhooks are served with a certificate that API servers no longer accept. */
  public boolean webhooksAreTrusted(Instant now) {
    return webhookCertificate.stream().allMatch(certificate -> certificate.isValid(now));
  }

  @Override
  public void close() {
    servers.forEach(server -> server.stop(0));
    certificates.forEach(LiveCertificate::close);
  }

  private SSLContext context(Tls tls) {
    return tls.certificates()
        .map(folder -> live(folder, "--metrics-cert-path").context())
        .orElseGet(() -> new SwappableKeys(ServerCertificate.selfSigned(Instant.now())).context());
  }

  private LiveCertificate live(Path folder, String flag) {
    var certificate = new LiveCertificate(folder, flag);
    certificates.add(certificate);
    return certificate;
  }

  private HttpServer open(BindAddress address, String flag, Optional<SSLContext> tls) {
    try {
      var server = create(address.toSocketAddress(), tls);
      server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
      servers.add(server);
      return server;
    } catch (BindException e) {
      throw new ManagerException(
          "port %d is taken; choose another with %s, or 0 for none"
              .formatted(address.port(), flag));
    } catch (IOException e) {
      throw new ManagerException("%s: %s".formatted(flag, e.getMessage()));
    }
  }

  private static HttpServer create(InetSocketAddress address, Optional<SSLContext> tls)
      throws IOException {
    if (tls.isEmpty()) {
      return HttpServer.create(address, 0);
    }
    var server = HttpsServer.create(address, 0);
    server.setHttpsConfigurator(new HttpsConfigurator(tls.get()));
    return server;
  }

  private void scrape(HttpExchange exchange, Supplier<String> text) throws IOException {
    if (!scrapes.tryAcquire()) {
      Answers.text(exchange, 503, "Too many ask at once: ask again");
      return;
    }
    try {
      Answers.send(exchange, 200, PROMETHEUS_TEXT, text.get());
    } finally {
      scrapes.release();
    }
  }

  private static void probe(HttpExchange exchange, Supplier<List<String>> problems)
      throws IOException {
    var found = problems.get();
    Answers.text(
        exchange, found.isEmpty() ? 200 : 500, found.isEmpty() ? "ok" : String.join("\n", found));
  }
}
