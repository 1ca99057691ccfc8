package dev.catamaran.wire;

import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpTimeoutException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The body of an answer. It fails after too long a time without data; the JDK only limits the time
 * until an answer begins.
 */
final class WatchfulBody<T> implements BodySubscriber<T> {
  private final BodySubscriber<T> actual;
  private final Duration longest;
  private final AtomicBoolean ended = new AtomicBoolean();
  private volatile Optional<Pulse> pulse = Optional.empty();

  WatchfulBody(BodySubscriber<T> actual, Duration longest) {
    this.actual = actual;
    this.longest = longest;
  }

  @Override
  public void onSubscribe(Flow.Subscription subscription) {
    pulse =
        Optional.of(
            new Pulse(
                longest.dividedBy(4),
                longest,
                () -> {},
                () -> {
                  subscription.cancel();
                  onError(
                      new HttpTimeoutException(
                          "nothing came for %d s".formatted(longest.toSeconds())));
                }));
    actual.onSubscribe(subscription);
  }

  @Override
  public void onNext(List<ByteBuffer> item) {
    pulse.ifPresent(Pulse::beat);
    if (!ended.get()) {
      actual.onNext(item);
    }
  }

  @Override
  public void onError(Throwable failure) {
    if (end()) {
      actual.onError(failure);
    }
  }

  @Override
  public void onComplete() {
    if (end()) {
      actual.onComplete();
    }
  }

  @Override
  public CompletionStage<T> getBody() {
    return actual.getBody();
  }

  private boolean end() {
    pulse.ifPresent(Pulse::end);
    return ended.compareAndSet(false, true);
  }
}
