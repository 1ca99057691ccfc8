package dev.catamaran.api;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Computes a chart's values from a primary, for values that are not simply its spec.
 *
 * <p>Called at each pass of each primary, from several threads, so it must be quick. Its result
 * decides whether a release is upgraded. The same primary and values must give the same result; a
 * random part would create a revision at each pass.
 */
@FunctionalInterface
public interface ValuesTranslator {

  /**
   * Translates values.
   *
   * @param context context with the primary
   * @param values result of {@code valuesFrom} and the spec, or of the previous translator: maps,
   *     lists, strings, numbers, booleans and nulls. A copy, which may be modified and returned.
   * @return the values, of the same types; a null in it deletes the chart's default. {@code
   *     overrideValues} override it.
   * @throws Exception if no release can be created from them. The message becomes a condition of
   *     the primary, so it must contain advice, and no secret.
   */
  Map<String, @Nullable Object> translate(
      ChartContext context, Map<String, @Nullable Object> values) throws Exception;
}
