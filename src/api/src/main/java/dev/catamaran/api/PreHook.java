package dev.catamaran.api;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Hook that runs before the creation of a revision. */
@FunctionalInterface
public interface PreHook {

  /**
   * Prepares the action, or stops it. Blocks a worker of the kind until it returns. Called again
   * after a stopped or failed action.
   *
   * @param values a copy of the values for the chart; a rollback uses none
   * @throws Exception to stop the action: nothing changes, the primary reports it (reason {@code
   *     HookFailed}, and the message), and the action is retried with growing delays of up to 15
   *     seconds
   */
  void beforeAction(ChartContext context, ChartAction action, Map<String, @Nullable Object> values)
      throws Exception;
}
