package dev.catamaran.server;

import com.sun.net.httpserver.Filter;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import dev.catamaran.api.ManagerException;
import dev.catamaran.chartsource.FollowedFiles;
import dev.catamaran.options.BindAddress;
import dev.catamaran.options.MetricsEndpoint;
import dev.catamaran.options.MetricsEndpoint.Tls;
import dev.catamaran.options.WebhookOptions;
import dev.catamaran.server.RememberedAdmissions.Admission;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.io.IOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.function.Function;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Serves probes and metrics, at the paths and addresses that controller-runtime uses. */
public final class ManagementServer implements AutoCloseable {
  /** Path of the metrics. Their readers need the right to {@code get} it. */
  public static final String METRICS = "/metrics";

  private static final String METRICS_FLAG = "--metrics-bind-address";
  private static final String PROMETHEUS_TEXT = "text/plain; version=0.0.4; charset=utf-8";

  /** Maximum of concurrent scrapes; each answer may have megabytes. */
  private static final int MOST_SCRAPES = 8;

  /**
   * Limits for clients of the JDK's HTTP server, which has hardly any limits by itself. The server
   * reads these system properties once, before the first server is made
   * (sun.net.httpserver.ServerConfig). Properties that are already set stay unchanged.
   */
  private static final Map<String, String> PROPERTIES =
      Map.of(
          // For each server. A TLS connection takes some 70 KB.
          "jdk.httpserver.maxConnections", "500",
          // Seconds from the first byte of a request to its last: against a client that sends one
          // byte per second.
          "sun.net.httpserver.maxReqTime", "10",
          // Seconds from the last byte of a request to that of its answer; a webhook may take 30.
          "sun.net.httpserver.maxRspTime", "60",
          // Seconds of silence on a connection before its first or next request.
          "sun.net.httpserver.idleInterval", "30",
          // Milliseconds between two checks for silent connections; 10 s by default.
          "sun.net.httpserver.clockTick", "2000",
          "sun.net.httpserver.maxIdleConnections", "100",
          "sun.net.httpserver.maxReqHeaders", "100",
          // Bytes of all headers: a bearer token has 1 to 2 KB.
          "sun.net.httpserver.maxReqHeaderSize", "65536",
          // Bytes to read of an unused request body before the connection is closed.
          "sun.net.httpserver.drainAmount", "65536");

  private final Semaphore scrapes = new Semaphore(MOST_SCRAPES);
  private final List<HttpServer> servers = new ArrayList<>();
  private final List<LiveCertificate> certificates = new ArrayList<>();
  private volatile Optional<LiveCertificate> webhookCertificate = Optional.empty();

  public ManagementServer() {
    boundClients();
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
        .orElseGet(
            () -> {
              var keys = ServerCertificate.selfSigned(Instant.now()).keyStore();
              return ServerCertificate.context(() -> keys);
            });
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
      text(exchange, 503, "Too many ask at once: ask again");
      return;
    }
    try {
      send(exchange, 200, PROMETHEUS_TEXT, text.get());
    } finally {
      scrapes.release();
    }
  }

  private static void probe(HttpExchange exchange, Supplier<List<String>> problems)
      throws IOException {
    var found = problems.get();
    text(exchange, found.isEmpty() ? 200 : 500, found.isEmpty() ? "ok" : String.join("\n", found));
  }

  /** Passes on requests with an admitted bearer token. */
  private static final class BearerFilter extends Filter {
    private static final Logger log = LoggerFactory.getLogger(BearerFilter.class);
    private static final String SCHEME = "Bearer ";

    private final Function<String, Admission> admissions;

    BearerFilter(Function<String, Admission> admissions) {
      this.admissions = admissions;
    }

    @Override
    public String description() {
      return "Checks bearer tokens";
    }

    @Override
    public void doFilter(HttpExchange exchange, Chain chain) throws IOException {
      try {
        switch (admission(exchange)) {
          case GRANTED -> chain.doFilter(exchange);
          case UNKNOWN -> {
            exchange.getResponseHeaders().set("WWW-Authenticate", "Bearer");
            text(exchange, 401, "Unauthorized: send a valid bearer token");
          }
          case BUSY -> text(exchange, 503, "Too many tokens are being checked; try again");
          case FORBIDDEN -> text(exchange, 403, "Forbidden: this account may not read it");
        }
      } catch (KubernetesClientException e) {
        log.warn(
            "Tokens sent for {} cannot be checked: {}", exchange.getRequestURI(), e.getMessage());
        text(exchange, 500, "The token cannot be checked");
      }
    }

    private Admission admission(HttpExchange exchange) {
      return Optional.ofNullable(exchange.getRequestHeaders().getFirst("Authorization"))
          .filter(sent -> sent.regionMatches(/* ignoreCase= */ true, 0, SCHEME, 0, SCHEME.length()))
          .map(sent -> sent.substring(SCHEME.length()).strip())
          .filter(token -> !token.isEmpty())
          .map(admissions)
          .orElse(Admission.UNKNOWN);
    }
  }

  /** Sends plain text and ends the exchange. */
  private static void text(HttpExchange exchange, int code, String text) throws IOException {
    send(exchange, code, "text/plain", text);
  }

  private static void send(HttpExchange exchange, int code, String type, String text)
      throws IOException {
    try (exchange) {
      var body = text.getBytes(StandardCharsets.UTF_8);
      exchange.getResponseHeaders().set("Content-Type", type);
      exchange.sendResponseHeaders(code, body.length);
      exchange.getResponseBody().write(body);
    }
  }

  /** Applies the limits to servers that are made from now on. */
  private static void boundClients() {
    PROPERTIES.forEach(
        (name, value) -> {
          if (System.getProperty(name) == null) {
            System.setProperty(name, value);
          }
        });
  }

  /**
   * The certificate in a folder, followed for changes. After a renewal, new connections use the new
   * certificate. A broken pair is logged, and the previous certificate stays in use.
   */
  private static final class LiveCertificate implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(ManagementServer.class);

    private final Path folder;
    private final String flag;
    private final FollowedFiles files = new FollowedFiles();
    private volatile ServerCertificate current;
    private volatile KeyStore keys;

    /**
     * Reads the folder and follows it.
     *
     * @param folder with tls.crt and tls.key
     * @param flag command-line flag that names the folder
     * @throws ManagerException if the folder has no certificate with its key
     */
    LiveCertificate(Path folder, String flag) {
      this.folder = folder;
      this.flag = flag;
      // Follow before the read: a change in between is read twice, but not missed.
      var unused = files.follow(folder, this::reload);
      this.current = read();
      this.keys = current.keyStore();
    }

    /** Returns a context for servers. Its certificate changes with the files. */
    SSLContext context() {
      return ServerCertificate.context(() -> keys);
    }

    /** Whether clients accept the certificate at {@code now}. */
    boolean isValid(Instant now) {
      return now.isBefore(current.end());
    }

    @Override
    public void close() {
      files.close();
    }

    private ServerCertificate read() {
      try {
        return ServerCertificate.read(folder, flag);
      } catch (ManagerException e) {
        files.close();
        throw e;
      }
    }

    private void reload() {
      try {
        current = ServerCertificate.read(folder, flag);
        keys = current.keyStore();
        log.info(
            "The certificate in {} has changed and is in use, until {}", folder, current.end());
      } catch (ManagerException e) {
        log.error(
            "{}. The previous certificate stays in use until {}", e.getMessage(), current.end());
      }
    }
  }
}
