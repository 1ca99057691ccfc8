package dev.catamaran.api;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Java extension of a chart-backed kind. A class implements the methods that it needs; the others
 * do nothing.
 *
 * <p>Each kind that names the extension has one instance, which several threads use at once. {@code
 * watches.yaml} names it by class ({@code extensions: [com.example.Sizes]}); the class then needs a
 * public constructor without parameters. A Java program passes it to the manager's builder. Several
 * extensions are called in order, and the first exception ends the sequence.
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

  /**
   * Returns further watches that trigger passes. Called at each start of the kind's reconciliation.
   */
  default List<ExtraWatch> extraWatches() {
    return List.of();
  }
}
