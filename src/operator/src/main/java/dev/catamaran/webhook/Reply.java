package dev.catamaran.webhook;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** An HTTP response. */
record Reply(int code, String type, String body) {
  static Reply text(int code, String sentence) {
    return new Reply(code, "text/plain; charset=utf-8", sentence);
  }

  /**
   * Returns the reply of {@code work}, or after {@code longest} a timeout reply; interrupts the
   * work in that case.
   *
   * @throws IOException if the request cannot be read
   */
  static Reply inTime(Duration longest, Callable<Reply> work) throws IOException {
    var task = new FutureTask<>(work);
    Thread.ofVirtual().name("webhook").start(task);
    try {
      return task.get(longest.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      task.cancel(/* mayInterruptIfRunning= */ true);
      return text(504, "the operator's webhook took more than %d s".formatted(longest.toSeconds()));
    } catch (InterruptedException e) {
      task.cancel(/* mayInterruptIfRunning= */ true);
      Thread.currentThread().interrupt();
      return text(503, "the operator stops");
    } catch (ExecutionException e) {
      throw new IOException(e.getCause());
    }
  }
}
