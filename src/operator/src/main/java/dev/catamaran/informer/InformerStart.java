package dev.catamaran.informer;

import io.fabric8.kubernetes.api.model.HasMetadata;
import java.time.Duration;
import java.util.Collection;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;

/** Starts informers together; if one cannot start, none runs. */
final class InformerStart {

  private InformerStart() {}

  static <V extends HasMetadata> void await(
      Collection<LastingInformer<V>> informers, Duration timeout) {
    var starts =
        informers.stream()
            .map(informer -> informer.current().start().toCompletableFuture())
            .toArray(CompletableFuture<?>[]::new);
    try {
      CompletableFuture.allOf(starts).orTimeout(timeout.toMillis(), TimeUnit.MILLISECONDS).join();
      informers.forEach(LastingInformer::keep);
    } catch (CompletionException e) {
      informers.forEach(LastingInformer::close);
      throw e.getCause() instanceof RuntimeException refusal ? refusal : e;
    }
  }
}
