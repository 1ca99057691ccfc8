package dev.catamaran.composite;

import io.javaoperatorsdk.operator.api.reconciler.RetryInfo;
import java.util.Optional;

/**
 * The retry information of a part: its failures before this pass. No attempt is the last: work is
 * never dropped.
 */
record Attempts(int failures) implements RetryInfo {

  /** Returns the retry information as the SDK does: empty without a failure. */
  Optional<RetryInfo> ifAny() {
    return failures == 0 ? Optional.empty() : Optional.of(this);
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
