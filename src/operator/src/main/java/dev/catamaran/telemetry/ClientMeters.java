package dev.catamaran.telemetry;

import dev.catamaran.telemetry.WatchScope.Durations;
import io.fabric8.kubernetes.client.http.AsyncBody;
import io.fabric8.kubernetes.client.http.BasicBuilder;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.HttpResponse;
import io.fabric8.kubernetes.client.http.Interceptor;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Meter.MeterProvider;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Measures the requests of the operator's Kubernetes client. Helm's own requests, from its native
 * half, do not pass through this interceptor.
 */
public final class ClientMeters implements Interceptor {
  private final MeterRegistry registry;
  private final MeterProvider<Timer> requests;
  private final MeterProvider<Counter> unanswered;
  private final MeterProvider<Counter> watches;
  private final MeterProvider<Counter> watchErrors;

  public ClientMeters(MeterRegistry registry) {
    this.registry = registry;
    this.requests =
        Durations.ofShort(
                "catamaran.kubernetes.client.request.duration",
                "Time to the answer of the API server, watches left out")
            .withRegistry(registry);
    this.unanswered =
        Counter.builder("catamaran.kubernetes.client.unanswered")
            .description("Requests that the API server did not answer")
            .withRegistry(registry);
    this.watches =
        Counter.builder("catamaran.kubernetes.client.watches.started")
            .description("Watches that were begun, for the first time or again")
            .withRegistry(registry);
    this.watchErrors =
        Counter.builder("catamaran.kubernetes.client.watch.errors")
            .description("Watches that could not be begun")
            .withRegistry(registry);
    List.of("get", "list", ApiRequest.WATCH, "create", "update", "patch", "delete")
        .forEach(verb -> unanswered.withTags(Tags.of("verb", verb)));
  }

  /** A response consumer with the start time of its request. */
  private record Timed(AsyncBody.Consumer<List<ByteBuffer>> next, Timer.Sample since)
      implements AsyncBody.Consumer<List<ByteBuffer>> {
    @Override
    public void consume(List<ByteBuffer> value, AsyncBody body) throws Exception {
      next.consume(value, body);
    }
  }

  @Override
  public void before(BasicBuilder builder, HttpRequest request, RequestTags tags) {
    var asked = ask(request);
    if (asked.isWatch()) {
      watches.withTags(of(asked)).increment();
      // Registered with the first watch, so the metric is 0 before the first error.
      watchErrors.withTags(of(asked));
    }
  }

  @Override
  public AsyncBody.Consumer<List<ByteBuffer>> consumer(
      AsyncBody.Consumer<List<ByteBuffer>> consumer, HttpRequest request) {
    return new Timed(consumer, Timer.start(registry));
  }

  /** Measures a response. A watch is a WebSocket, which has no consumer. */
  @Override
  public void after(
      HttpRequest request,
      HttpResponse<?> response,
      AsyncBody.@Nullable Consumer<List<ByteBuffer>> consumer) {
    if (consumer instanceof Timed(var ignored, var since)) {
      var tags = Tags.of("verb", ask(request).verb(), "code", String.valueOf(response.code()));
      since.stop(requests.withTags(tags));
    }
  }

  @Override
  public CompletableFuture<Boolean> afterFailure(
      BasicBuilder builder, HttpResponse<?> response, RequestTags tags) {
    var asked = ask(response.request());
    if (isRefusedList(asked, response)) {
      watchErrors.withTags(of(asked)).increment();
    }
    countIfWatch(asked);
    return CompletableFuture.completedFuture(false);
  }

  @Override
  public void afterConnectionFailure(HttpRequest request, Throwable failure) {
    var asked = ask(request);
    unanswered.withTags(Tags.of("verb", asked.verb())).increment();
    countIfWatch(asked);
  }

  /** A watch begins with a list; without the right to it, it would never be tried. */
  private static boolean isRefusedList(ApiRequest asked, HttpResponse<?> response) {
    return asked.verb().equals("list") && response.code() == HttpURLConnection.HTTP_FORBIDDEN;
  }

  private void countIfWatch(ApiRequest asked) {
    if (asked.isWatch()) {
      watchErrors.withTags(of(asked)).increment();
    }
  }

  private static Tags of(ApiRequest watch) {
    return Tags.of("resource", watch.resource());
  }

  private static ApiRequest ask(HttpRequest request) {
    return ApiRequest.of(request.method(), request.uri());
  }

  /**
   * Verb and resource of a Kubernetes API request, derived from its URL (Kubernetes, "API
   * concepts").
   *
   * @param verb such as {@code list}; the HTTP method if the URL is not of a resource
   * @param resource such as {@code deployments.apps}; empty if the URL is not of a resource
   */
  record ApiRequest(String verb, String resource) {
    static final String WATCH = "watch";

    static ApiRequest of(String method, URI uri) {
      var path = List.of(uri.getPath().replaceFirst("^/+", "").split("/+"));
      boolean named = path.getFirst().equals("apis");
      int behindVersion = named ? 3 : 2;
      if ((!named && !path.getFirst().equals("api")) || path.size() <= behindVersion) {
        return new ApiRequest(method.toLowerCase(Locale.ROOT), "");
      }
      var resource = resource(path.subList(behindVersion, path.size()));
      var group = named ? "." + path.get(1) : "";
      return new ApiRequest(verb(method, uri, resource.size() > 1), resource.getFirst() + group);
    }

    boolean isWatch() {
      return verb.equals(WATCH);
    }

    /** Removes the namespace of a resource, unless the request is for the namespace itself. */
    private static List<String> resource(List<String> path) {
      return path.getFirst().equals("namespaces") && path.size() > 2
          ? path.subList(2, path.size())
          : path;
    }

    private static String verb(String method, URI uri, boolean isNamed) {
      return switch (method) {
        case "GET" -> isWatch(uri) ? WATCH : isNamed ? "get" : "list";
        case "POST" -> "create";
        case "PUT" -> "update";
        default -> method.toLowerCase(Locale.ROOT);
      };
    }

    private static boolean isWatch(URI uri) {
      return List.of(Optional.ofNullable(uri.getQuery()).orElse("").split("&"))
          .contains("watch=true");
    }
  }
}
