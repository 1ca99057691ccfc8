package dev.catamaran.helm;

import dev.catamaran.release.EngineFailure;
import dev.catamaran.release.EngineFailure.Locked;
import dev.catamaran.release.EngineFailure.Rejected;
import dev.catamaran.release.EngineFailure.Unreachable;
import dev.catamaran.release.EngineFailure.Unrenderable;
import java.util.List;

/** Tells Helm's failures apart by their words: helm-java passes on nothing else. */
final class FailureText {
  private static final List<String> UNRENDERABLE =
      List.of(
          "template: ",
          "execution error at",
          "parse error at",
          "YAML parse error on",
          "error converting YAML to JSON",
          "unable to build kubernetes objects from",
          "don't meet the specifications of the schema");

  private FailureText() {}

  static EngineFailure classify(String text) {
    var message = text.strip();
    if (message.contains("another operation (install/upgrade/rollback) is in progress")) {
      return new Locked(message);
    }
    if (message.contains("Kubernetes cluster unreachable")) {
      return new Unreachable(message);
    }
    return UNRENDERABLE.stream().anyMatch(message::contains)
        ? new Unrenderable(message)
        : new Rejected(message);
  }
}
