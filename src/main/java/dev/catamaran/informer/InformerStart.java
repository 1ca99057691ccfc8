package dev.catamaran.informer;

import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import java.time.Duration;
import java.util.Collection;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;

/** Starts informers together; if one cannot start, none runs. */
final class InformerStart {

  private InformerStart() {}

  static <V> void await(Collection<SharedIndexInformer<V>> informers, Duration timeout) {
    var starts =
        informers.stream()
            .map(informer -> informer.start().toCompletableFuture())
            .toArray(CompletableFuture<?>[]::new);
    try {
      CompletableFuture.allOf(starts).orTimeout(timeout.toMillis(), TimeUnit.MILLISECONDS).join();
    } catch (CompletionException e) {
      informers.forEach(SharedIndexInformer::close);
      throw e.getCause() instanceof RuntimeException refusal ? refusal : e;
    }
  }
}
