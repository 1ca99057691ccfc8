package dev.catamaran.rollout;

import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.catamaran.desired.Edition;
import dev.catamaran.desired.PlannedInput;
import java.io.IOException;
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
  private static final JsonMapper JSON = new JsonMapper();
  private static final int DIGITS = 20;

  /** Copies the map. */
  public RolloutPlan {
    inputs = Collections.unmodifiableSortedMap(new TreeMap<>(inputs));
  }

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
    return JSON.valueToTree(this).toString().getBytes(StandardCharsets.UTF_8);
  }

  /** Reads a plan; empty if it is none. */
  static Optional<RolloutPlan> read(byte[] bytes) {
    try {
      return Optional.of(JSON.readValue(bytes, RolloutPlan.class));
    } catch (IOException e) {
      return Optional.empty();
    }
  }
}
