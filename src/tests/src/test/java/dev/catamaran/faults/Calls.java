package dev.catamaran.faults;

import java.util.Set;
import java.util.regex.Pattern;

/**
 * A selection of requests.
 *
 * @param verbs as in RBAC; empty for all
 * @param path a pattern that must match in path and query
 * @param times the highest number of selected requests
 * @param probability of each selection
 * @param seed of the random numbers
 */
public record Calls(Set<String> verbs, Pattern path, int times, double probability, long seed) {

  /** All requests. */
  public static Calls all() {
    return new Calls(Set.of(), Pattern.compile(""), Integer.MAX_VALUE, 1, 0);
  }

  /** Requests with this pattern in path and query. */
  public static Calls at(String path) {
    return new Calls(Set.of(), Pattern.compile(path), Integer.MAX_VALUE, 1, 0);
  }

  /** Only requests with one of these verbs of RBAC. */
  public Calls by(String... only) {
    return new Calls(Set.of(only), path, times, probability, seed);
  }

  /** Only writes. */
  public Calls thatWrite() {
    return by("create", "update", "patch", "delete", "deletecollection");
  }

  /** Only the first {@code most} requests. */
  public Calls first(int most) {
    return new Calls(verbs, path, most, probability, seed);
  }

  /** Each request with this probability. */
  public Calls withProbability(double each, long withSeed) {
    return new Calls(verbs, path, times, each, withSeed);
  }

  /** Whether verb and path of a request are those of this selection. */
  public boolean include(Call call) {
    return (verbs.isEmpty() || verbs.contains(call.verb())) && path.matcher(call.uri()).find();
  }
}
