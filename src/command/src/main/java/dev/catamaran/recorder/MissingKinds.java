package dev.catamaran.recorder;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Adds the kinds that Helm misses to the stand-in API server, and notes the assumptions. */
final class MissingKinds {
  /** Text of the API machinery (apimachinery/pkg/api/meta/errors.go). */
  private static final Pattern MISSING =
      Pattern.compile("no matches for kind \"(?<kind>[^\"]+)\" in version \"(?<version>[^\"]+)\"");

  private final Discovery discovery;
  private final List<String> notes = new ArrayList<>();

  MissingKinds(Discovery discovery) {
    this.discovery = discovery;
  }

  /** Adds the kinds that a failure of Helm names; returns whether there were any. */
  boolean addFrom(String failure) {
    boolean isAdded = false;
    var missing = MISSING.matcher(failure);
    while (missing.find()) {
      isAdded |= add(missing.group("version"), missing.group("kind"));
    }
    return isAdded;
  }

  private boolean add(String apiVersion, String kind) {
    if (discovery.find(apiVersion, kind).isPresent()) {
      return false;
    }
    var guess = Discovery.guess(apiVersion, kind);
    discovery.add(guess);
    notes.add(
        ("Kind %s of %s is not built into Kubernetes, and the chart has no definition of it; its"
                + " resource is assumed to be %s, %s")
            .formatted(
                kind,
                apiVersion,
                guess.plural(),
                guess.namespaced() ? "namespaced" : "cluster-scoped"));
    return true;
  }

  List<String> notes() {
    return List.copyOf(notes);
  }
}
