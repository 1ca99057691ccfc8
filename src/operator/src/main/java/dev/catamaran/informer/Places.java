package dev.catamaran.informer;

import io.fabric8.kubernetes.api.model.HasMetadata;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * The informers of one kind, one for each namespace. Whoever owns a namespace can end the
 * operator's rights in it, or delete it, so the others neither wait for it nor end with it.
 *
 * @param informers by namespace
 */
record Places<V extends HasMetadata>(Map<String, LastingInformer<V>> informers)
    implements AutoCloseable {

  /**
   * Starts all, and returns when each has listed its objects, or failed. A failed one is tried
   * again until it is closed, as long as another one runs.
   *
   * @throws RuntimeException if none can start, or none does within {@code timeout}; then none runs
   */
  void start(Duration timeout) {
    var starts = new LinkedHashMap<LastingInformer<V>, CompletableFuture<Void>>();
    informers
        .values()
        .forEach(each -> starts.put(each, each.current().start().toCompletableFuture()));
    var all = CompletableFuture.allOf(starts.values().toArray(CompletableFuture<?>[]::new));
    Optional<CompletionException> failure = Optional.empty();
    try {
      all.orTimeout(timeout.toMillis(), TimeUnit.MILLISECONDS).join();
    } catch (CompletionException e) {
      failure = Optional.of(e);
    }
    if (failure.isPresent() && starts.values().stream().noneMatch(Places::isDone)) {
      close();
      throw failure.get().getCause() instanceof RuntimeException refusal ? refusal : failure.get();
    }
    starts.forEach(
        (informer, start) -> {
          if (isDone(start)) {
            informer.keep();
          } else {
            informer.insist(reason(start));
          }
        });
  }

  private static boolean isDone(CompletableFuture<Void> start) {
    return start.isDone() && !start.isCompletedExceptionally();
  }

  private static String reason(CompletableFuture<Void> start) {
    return start.isCompletedExceptionally()
        ? String.valueOf(start.exceptionNow().getMessage())
        : "no answer yet";
  }

  /**
   * Names the resources that have not been watched for longer than {@code longer}, although they
   * should be; none while another namespace's are watched: it is that namespace's concern then.
   */
  Stream<String> silent(Duration longer) {
    var silent = informers.values().stream().flatMap(each -> each.silent(longer).stream()).toList();
    return silent.size() < informers.size() ? Stream.empty() : silent.stream();
  }

  @Override
  public void close() {
    informers.values().forEach(LastingInformer::close);
  }
}
