package dev.catamaran.requests;

import dev.catamaran.run.TerminalText;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.dsl.Informable;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Waits for a state of objects by a watch.
 *
 * @param <T> the state
 */
final class Watching<T> {
  private final Function<List<GenericKubernetesResource>, T> read;
  private final Predicate<T> isOver;
  private final Progress<T> progress;
  private T last;
  private boolean isTalking;
  private String told = "";

  /**
   * What a person hears while it lasts: each text once.
   *
   * @param silence time before the first text
   * @param text of a state; empty for none
   */
  record Progress<T>(Duration silence, Function<T, String> text, Consumer<String> listener) {}

  private Watching(
      List<GenericKubernetesResource> before,
      Function<List<GenericKubernetesResource>, T> read,
      Predicate<T> isOver,
      Progress<T> progress) {
    this.read = read;
    this.isOver = isOver;
    this.progress = progress;
    this.last = read.apply(before);
  }

  /**
   * Waits.
   *
   * @param before the objects before the watch; nothing is watched if it is over already
   * @return the state in which it is over, or that after the timeout
   */
  static <T> T until(
      Informable<GenericKubernetesResource> objects,
      List<GenericKubernetesResource> before,
      Function<List<GenericKubernetesResource>, T> read,
      Predicate<T> isOver,
      Duration timeout,
      Progress<T> progress) {
    var watching = new Watching<>(before, read, isOver, progress);
    if (!isOver.test(watching.last())) {
      watching.await(objects, timeout);
    }
    return watching.last();
  }

  private void await(Informable<GenericKubernetesResource> objects, Duration timeout) {
    var over = objects.informOnCondition(this::see);
    var silence = timeout.compareTo(progress.silence()) < 0 ? timeout : progress.silence();
    try {
      if (!isDone(over, silence)) {
        talk();
        var unused = isDone(over, timeout.minus(silence));
      }
    } finally {
      over.cancel(true);
    }
  }

  private static boolean isDone(CompletableFuture<?> over, Duration patience) {
    try {
      var unused = over.get(patience.toMillis(), TimeUnit.MILLISECONDS);
      return true;
    } catch (TimeoutException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    } catch (ExecutionException e) {
      throw e.getCause() instanceof RuntimeException failure
          ? failure
          : new IllegalStateException(e.getCause());
    }
  }

  private synchronized boolean see(List<GenericKubernetesResource> objects) {
    last = read.apply(objects);
    tell();
    return isOver.test(last);
  }

  private synchronized void talk() {
    isTalking = true;
    tell();
  }

  private void tell() {
    var text = TerminalText.oneLine(progress.text().apply(last));
    if (isTalking && !text.isEmpty() && !text.equals(told)) {
      told = text;
      progress.listener().accept(text);
    }
  }

  private synchronized T last() {
    return last;
  }
}
