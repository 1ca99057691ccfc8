package dev.catamaran.rollout;

import dev.catamaran.desired.Edition;
import dev.catamaran.desired.PlannedInput;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.commons.codec.digest.DigestUtils;

/**
 * What an edition would change for each primary of a kind, by what goes into it: the chart, the
 * overrides, and what the values are made from. A rendering may be random, these are not. Pure.
 *
 * @param edition id of the edition
 * @param inputs by the uids of the primaries
 */
public record RolloutPlan(String edition, SortedMap<String, PlannedInput> inputs) {
  private static final int DIGITS = 20;

  /** Copies the map. */
  public RolloutPlan {
    inputs = Collections.unmodifiableSortedMap(new TreeMap<>(inputs));
  }

  /** Plans an edition. */
  public static RolloutPlan of(Edition edition, Map<String, PlannedInput> inputs) {
    return new RolloutPlan(edition.id(), new TreeMap<>(inputs));
  }

  /** Returns the digest that people approve: 20 hexadecimal digits. */
  public String digest() {
    return DigestUtils.sha256Hex(toBytes()).substring(0, DIGITS);
  }

  /**
   * Whether the change of a primary is another than planned. Not if its author changed it, or if it
   * is new: then it is no part of the plan, so that no author can hold up a rollout.
   */
  boolean isOther(String uid, PlannedInput now) {
    var planned = Optional.ofNullable(inputs.get(uid));
    return planned.filter(input -> input.own().equals(now.own())).isPresent()
        && !planned.get().equals(now);
  }

  /** Returns the plan for {@link #read}. */
  byte[] toBytes() {
    var text = new StringBuilder(edition).append('\n');
    inputs.forEach(
        (uid, input) ->
            text.append(uid)
                .append(' ')
                .append(input.own())
                .append(' ')
                .append(input.given())
                .append('\n'));
    return text.toString().getBytes(StandardCharsets.UTF_8);
  }

  /** Reads a plan; leaves out lines without a primary. */
  static RolloutPlan read(byte[] bytes) {
    var lines = new String(bytes, StandardCharsets.UTF_8).split("\n", -1);
    var inputs = new TreeMap<String, PlannedInput>();
    for (int index = 1; index < lines.length; index++) {
      var parts = lines[index].split(" ", -1);
      if (parts.length == 3) {
        inputs.put(parts[0], new PlannedInput(parts[1], parts[2]));
      }
    }
    return new RolloutPlan(lines[0], inputs);
  }
}
