package dev.catamaran.api;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Makes the values of a chart from what a primary says, where they are not simply its spec.
 *
 * <p>Called at each pass of each primary, from several threads, and quick therefore: what it
 * returns decides whether a release is upgraded. The same primary and values must give the same
 * result; a random part would make a revision at each pass.
 */
@FunctionalInterface
public interface ValuesTranslator {

  /**
   * Translates.
   *
   * @param context whose values they are
   * @param values what {@code valuesFrom} and the spec gave, or the translator before this one:
   *     maps, lists, strings, numbers, booleans and nulls. A copy, free to be changed and returned.
   * @return the values, of the same types; a null in it deletes the chart's default. {@code
   *     overrideValues} are put over it.
   * @throws Exception if there is no release to be made of it. The message becomes a condition of
   *     the primary, so it must say what to do, and hold no secret.
   */
  Map<String, @Nullable Object> translate(
      ChartContext context, Map<String, @Nullable Object> values) throws Exception;
}
