package dev.catamaran.composite;

import dev.catamaran.watch.Options.RetryPolicy;
import io.javaoperatorsdk.operator.processing.retry.Retry;
import io.javaoperatorsdk.operator.processing.retry.RetryExecution;
import java.util.Optional;

/**
 * Adapts a retry policy to the SDK, for passes that end in an exception.
 *
 * @param policy retries without limit
 */
public record PolicyRetry(RetryPolicy policy) implements Retry {

  @Override
  public RetryExecution initExecution() {
    return new Execution(policy);
  }

  private static final class Execution implements RetryExecution {
    private final RetryPolicy policy;
    private int failures;

    Execution(RetryPolicy policy) {
      this.policy = policy;
    }

    @Override
    public Optional<Long> nextDelay() {
      failures++;
      var seed = Integer.toHexString(System.identityHashCode(this));
      return Optional.of(policy.delay(failures, seed).toMillis());
    }

    @Override
    public int getAttemptCount() {
      return failures;
    }

    @Override
    public boolean isLastAttempt() {
      return false;
    }
  }
}
