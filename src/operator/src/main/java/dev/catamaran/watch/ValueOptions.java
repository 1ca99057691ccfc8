package dev.catamaran.watch;

import dev.catamaran.chart.OverrideTyping;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.commons.codec.digest.DigestUtils;

/**
 * Sources of a chart's values, beside the spec.
 *
 * @param from values in Secrets and ConfigMaps; a later one overrides an earlier one, and the spec
 *     overrides all
 * @param overrides key to value in {@code --set} syntax, environment variables expanded and
 *     templates evaluated, in the file's order; they override the spec
 * @param typing types of the overrides' values
 * @param variables texts that overrides take from the environment; they may be secret
 */
public record ValueOptions(
    List<ValuesReference> from,
    Map<String, String> overrides,
    OverrideTyping typing,
    Set<String> variables) {
  public ValueOptions {
    from = List.copyOf(from);
    overrides = Collections.unmodifiableMap(new LinkedHashMap<>(overrides));
    variables = Set.copyOf(variables);
  }

  /** Makes options without texts from the environment. */
  public ValueOptions(
      List<ValuesReference> from, Map<String, String> overrides, OverrideTyping typing) {
    this(from, overrides, typing, Set.of());
  }

  /** Returns a digest of the overrides, which confirms a guess of them; empty without overrides. */
  public String digest() {
    // Hashes have one length, so that no other keys and values make the same text.
    return overrides.isEmpty()
        ? ""
        : DigestUtils.sha256Hex(
            new TreeMap<>(overrides)
                .entrySet().stream()
                    .map(
                        e ->
                            DigestUtils.sha256Hex(e.getKey()) + DigestUtils.sha256Hex(e.getValue()))
                    .collect(Collectors.joining("", typing.name(), "")));
  }

  /** Omits the overrides' values, which may come from secrets. */
  @Override
  public String toString() {
    return "from " + from + ", overrides " + overrides.keySet();
  }
}
