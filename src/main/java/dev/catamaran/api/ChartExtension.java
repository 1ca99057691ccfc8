package dev.catamaran.api;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What Java adds to a chart-backed kind. A class implements the methods that it needs; the others
 * do nothing.
 *
 * <p>There is one instance for each kind that names it, used by several threads at once. In {@code
 * watches.yaml} it is named by class ({@code extensions: [com.example.Sizes]}), and then needs a
 * public constructor without parameters; in Java it is given to the manager's builder. Several are
 * asked in their order, and the first to throw ends it.
 */
public interface ChartExtension extends ValuesTranslator, PreHook, PostHook, ReleaseListener {

  @Override
  default Map<String, @Nullable Object> translate(
      ChartContext context, Map<String, @Nullable Object> values) throws Exception {
    return values;
  }

  @Override
  default void beforeAction(
      ChartContext context, ChartAction action, Map<String, @Nullable Object> values)
      throws Exception {}

  @Override
  default void afterAction(ChartContext context, ReleaseSummary revision) throws Exception {}

  /** What else wakes primaries. Asked whenever reconciling of the kind starts. */
  default List<ExtraWatch> extraWatches() {
    return List.of();
  }
}
