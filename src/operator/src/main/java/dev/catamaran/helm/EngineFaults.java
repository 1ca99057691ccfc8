package dev.catamaran.helm;

import dev.catamaran.engine.EngineFault;
import dev.catamaran.release.EngineFailure;
import dev.catamaran.release.EngineFailure.InTheWay;
import dev.catamaran.release.EngineFailure.Locked;
import dev.catamaran.release.EngineFailure.Unfinished;
import dev.catamaran.release.EngineFailure.Unreachable;
import dev.catamaran.release.EngineFailure.Unrenderable;
import dev.catamaran.release.FailureText;

/** What the next step needs to know of a fault of the engine. Pure. */
final class EngineFaults {
  private EngineFaults() {}

  /**
   * Returns the failure. The API server's words decide about its refusals, as they decide about
   * those of a stored revision.
   */
  static EngineFailure failure(EngineFault fault) {
    var said = FailureText.classify(fault.message());
    var message = said.message();
    return switch (fault.reason()) {
      case TEMPLATE, VALUES, UNLOADABLE ->
          said.blamesTheInput() ? new Unrenderable(message) : said;
      case PENDING -> new Locked(message);
      case UNREACHABLE -> new Unreachable(message);
      case FOREIGN_OBJECT, NOT_SERVED -> new InTheWay(message);
      case DEADLINE, CANCELLED, STUCK, FENCED, PANIC, MEMORY, ENDED -> new Unfinished(message);
      case BAD_REQUEST, NAME_TAKEN, NO_RELEASE, REFUSED, HOOK_FAILED, HOOK_DEADLINE, NOT_READY, OTHER ->
          said;
    };
  }
}
