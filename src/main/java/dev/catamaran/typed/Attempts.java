package dev.catamaran.typed;

import io.javaoperatorsdk.operator.api.reconciler.RetryInfo;
import java.util.Optional;

/**
 * What a part sees of its failures before this pass. No attempt is the last: work is never dropped.
 */
record Attempts(int failures) implements RetryInfo {

  /** As the SDK has it: nothing where nothing failed. */
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
