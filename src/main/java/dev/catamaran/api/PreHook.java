package dev.catamaran.api;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Is asked before a revision is made. */
@FunctionalInterface
public interface PreHook {

  /**
   * Gets ready for the action, or stops it. Called on a worker of the kind, which is busy until it
   * returns. Called again for an action that was stopped or failed.
   *
   * @param values what the chart is to be rendered with; a rollback uses none. A copy.
   * @throws Exception to stop the action: nothing is changed, the primary says so (reason {@code
   *     HookFailed}, and the message), and it is tried again with growing delays of up to 15
   *     seconds
   */
  void beforeAction(ChartContext context, ChartAction action, Map<String, @Nullable Object> values)
      throws Exception;
}
