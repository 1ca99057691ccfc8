package dev.catamaran.faults;

import java.util.Set;
import java.util.regex.Pattern;

/**
 * Chooses requests.
 *
 * @param verbs as RBAC has them; empty for all
 * @param path found in path and query
 * @param times for how many of them at most
 * @param probability for each of them
 * @param seed of the chance
 */
public record Calls(Set<String> verbs, Pattern path, int times, double probability, long seed) {

  /** All. */
  public static Calls all() {
    return new Calls(Set.of(), Pattern.compile(""), Integer.MAX_VALUE, 1, 0);
  }

  /** Those with this in path and query. */
  public static Calls at(String path) {
    return new Calls(Set.of(), Pattern.compile(path), Integer.MAX_VALUE, 1, 0);
  }

  /** Of these, those of one of the verbs, as RBAC has them. */
  public Calls by(String... only) {
    return new Calls(Set.of(only), path, times, probability, seed);
  }

  /** All of these that may change anything. */
  public Calls thatWrite() {
    return by("create", "update", "patch", "delete", "deletecollection");
  }

  /** The first ones of these. */
  public Calls first(int most) {
    return new Calls(verbs, path, most, probability, seed);
  }

  /** Each of these by chance. */
  public Calls withProbability(double each, long withSeed) {
    return new Calls(verbs, path, times, each, withSeed);
  }

  boolean include(Call call) {
    return (verbs.isEmpty() || verbs.contains(call.verb())) && path.matcher(call.uri()).find();
  }
}
