package dev.catamaran.controller;

import dev.catamaran.informer.CountedChanges;
import dev.catamaran.informer.ReducedInformer;
import dev.catamaran.informer.ReducingStore;
import dev.catamaran.informer.WatchedNamespaces;
import dev.catamaran.telemetry.InformerMeters;
import io.fabric8.kubernetes.api.model.APIService;
import io.fabric8.kubernetes.api.model.APIServiceSpec;
import io.fabric8.kubernetes.api.model.APIServiceStatus;
import io.fabric8.kubernetes.api.model.ListOptionsBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Notices the APIs that come without a definition, from one watch on APIServices: another server
 * behind the API server serves them, as that of {@code metrics.k8s.io}.
 */
public final class ServedApis implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(ServedApis.class);
  private static final Duration FIRST_LISTING = Duration.ofSeconds(30);

  /** Each further try waits twice as long. Without the right, it would only fill a metric. */
  private static final Duration FIRST_PAUSE = Duration.ofMinutes(1);

  private static final Duration LONGEST_PAUSE = Duration.ofHours(1);

  private final KubernetesClient client;
  private final Supplier<ReducedInformer<APIService, Served>> watches;
  private final Runnable onChange;
  private Optional<ReducedInformer<APIService, Served>> watch = Optional.empty();
  private boolean closed;

  /**
   * An APIService, as far as it matters.
   *
   * @param isRemote whether another server serves it; the API server itself registers all others
   * @param isAvailable whether that server answers
   */
  private record Served(boolean isRemote, boolean isAvailable) {
    static Served of(APIService service) {
      var spec = Optional.ofNullable(service.getSpec()).map(APIServiceSpec::getService);
      var conditions =
          Optional.ofNullable(service.getStatus())
              .map(APIServiceStatus::getConditions)
              .orElse(List.of());
      return new Served(
          spec.isPresent(),
          conditions.stream()
              .anyMatch(c -> "Available".equals(c.getType()) && "True".equals(c.getStatus())));
    }
  }

  /**
   * Prepares the watch.
   *
   * @param meters count the received changes
   * @param onChange called when an API appears, becomes available or disappears
   */
  public ServedApis(KubernetesClient client, InformerMeters meters, Runnable onChange) {
    var counted =
        new CountedChanges<>(new Changes(), meters.of("apiregistration.k8s.io/v1", "APIService"));
    this.client = client;
    this.onChange = onChange;
    this.watches =
        () ->
            new ReducedInformer<>(
                client.resources(APIService.class),
                "",
                WatchedNamespaces.all(),
                () -> new ReducingStore<>(APIService::new, Served::of, counted));
  }

  /**
   * Starts the watch. If the API server refuses, this is tried again, ever more rarely. Until it
   * succeeds, such an API is noticed when the remembered answers of discovery expire.
   */
  public void start() {
    begin(FIRST_PAUSE);
  }

  private void begin(Duration pause) {
    var begun = watches.get();
    try {
      // An informer would report a missing right as an error, with its stack trace.
      client.resources(APIService.class).list(new ListOptionsBuilder().withLimit(1L).build());
      begun.start(FIRST_LISTING);
      use(begun);
      if (!pause.equals(FIRST_PAUSE)) {
        // What came before.
        onChange.run();
      }
    } catch (RuntimeException e) {
      log.info(
          "APIServices cannot be watched, so an API that comes without a CRD is noticed"
              + " minutes later; the watch is tried again in {} min: {}",
          pause.toMinutes(),
          e.getMessage());
      var longer = pause.multipliedBy(2);
      CompletableFuture.delayedExecutor(
              pause.toSeconds(), TimeUnit.SECONDS, Thread::startVirtualThread)
          .execute(() -> tryAgain(longer.compareTo(LONGEST_PAUSE) < 0 ? longer : LONGEST_PAUSE));
    }
  }

  private void tryAgain(Duration pause) {
    if (!isClosed()) {
      begin(pause);
    }
  }

  private synchronized boolean isClosed() {
    return closed;
  }

  private synchronized void use(ReducedInformer<APIService, Served> begun) {
    if (closed) {
      begun.close();
    } else {
      watch = Optional.of(begun);
    }
  }

  /** Returns what should be watched, but has not been for {@code longer}. */
  public synchronized Stream<String> silent(Duration longer) {
    return watch.stream().flatMap(informer -> informer.silent(longer));
  }

  @Override
  public synchronized void close() {
    closed = true;
    watch.ifPresent(ReducedInformer::close);
  }

  private synchronized boolean isWatching() {
    return watch.isPresent();
  }

  private final class Changes implements ReducingStore.Listener<Served> {
    /** The first list contains no changes: no caller has asked yet, or all are told after it. */
    @Override
    public void added(Served now) {
      if (now.isRemote() && now.isAvailable() && isWatching()) {
        onChange.run();
      }
    }

    /** A server that does not answer for a while still serves its API. */
    @Override
    public void changed(Served before, Served now) {
      if (now.isRemote() && now.isAvailable() && !before.equals(now)) {
        onChange.run();
      }
    }

    @Override
    public void removed(Served last) {
      if (last.isRemote()) {
        onChange.run();
      }
    }
  }
}
