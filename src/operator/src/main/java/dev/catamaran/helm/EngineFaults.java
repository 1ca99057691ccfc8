package dev.catamaran.helm;

import dev.catamaran.engine.EngineFault;
import dev.catamaran.release.EngineFailure;
import dev.catamaran.release.EngineFailure.Forbidden;
import dev.catamaran.release.EngineFailure.InTheWay;
import dev.catamaran.release.EngineFailure.Locked;
import dev.catamaran.release.EngineFailure.NamespaceMissing;
import dev.catamaran.release.EngineFailure.NamespaceTerminating;
import dev.catamaran.release.EngineFailure.Unconfined;
import dev.catamaran.release.EngineFailure.Unfinished;
import dev.catamaran.release.EngineFailure.Unreachable;
import dev.catamaran.release.EngineFailure.Unrenderable;
import dev.catamaran.release.FailureText;
import dev.catamaran.release.HelmCall;
import java.util.Optional;
import java.util.stream.Collectors;

/** What the next step needs to know of a fault of the engine. Pure. */
final class EngineFaults {
  private EngineFaults() {}

  /**
   * Returns the failure. Where the reason does not decide, the words do, as they do for a stored
   * revision, which has nothing else.
   */
  static EngineFailure failure(EngineFault fault, HelmCall call) {
    var said = FailureText.classify(words(fault));
    var message = said.message();
    return switch (fault.reason()) {
      case TEMPLATE, VALUES, UNLOADABLE -> said.blamesTheInput() ? new Unrenderable(message) : said;
      case OUT_OF_PLACE -> new Unconfined(Confining.ofPlace(fault));
      case STRUCTURE -> new Unconfined(Confining.ofStructure(fault, call));
      case PENDING -> new Locked(message);
      case UNREACHABLE, UNAVAILABLE -> new Unreachable(message);
      case FOREIGN_OBJECT, NOT_SERVED, DENIED, MISSING ->
          said.blamesTheInput() ? new InTheWay(message) : said;
      case UNAUTHORIZED, NO_RIGHT -> said.blamesTheInput() ? new Forbidden(message) : said;
      case NAMESPACE_MISSING -> new NamespaceMissing(message);
      case NAMESPACE_TERMINATING -> new NamespaceTerminating(message);
      case DEADLINE, CANCELLED, STUCK, FENCED, PANIC, MEMORY, ENDED -> new Unfinished(message);
      case BAD_REQUEST,
          NAME_TAKEN,
          NO_RELEASE,
          REFUSED,
          FORBIDDEN,
          IMMUTABLE,
          TOO_LARGE,
          HOOK_FAILED,
          HOOK_DEADLINE,
          NOT_READY,
          OTHER ->
          said;
    };
  }

  /** Helm names no object that it could not delete. */
  private static String words(EngineFault fault) {
    return "delete".equals(fault.step()) && !fault.refusals().isEmpty()
        ? fault.refusals().stream()
            .map(EngineFaults::words)
            .collect(Collectors.joining("; ", "failed to delete release: ", ""))
        : fault.message();
  }

  private static String words(EngineFault.Refusal refusal) {
    return Optional.ofNullable(refusal.object())
        .map(object -> object.kind() + "/" + object.name() + ": " + refusal.message())
        .orElse(refusal.message());
  }
}
