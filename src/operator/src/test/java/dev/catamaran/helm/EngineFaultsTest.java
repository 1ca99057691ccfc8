package dev.catamaran.helm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.engine.EngineFault;
import dev.catamaran.engine.EngineFault.EngineObject;
import dev.catamaran.engine.EngineFault.Reason;
import dev.catamaran.engine.EngineFault.Refusal;
import dev.catamaran.release.EngineFailure;
import dev.catamaran.release.EngineFailure.Ended;
import dev.catamaran.release.EngineFailure.Forbidden;
import dev.catamaran.release.EngineFailure.Immutable;
import dev.catamaran.release.EngineFailure.InTheWay;
import dev.catamaran.release.EngineFailure.Invalid;
import dev.catamaran.release.EngineFailure.Locked;
import dev.catamaran.release.EngineFailure.NamespaceMissing;
import dev.catamaran.release.EngineFailure.NamespaceTerminating;
import dev.catamaran.release.EngineFailure.Rejected;
import dev.catamaran.release.EngineFailure.TooLarge;
import dev.catamaran.release.EngineFailure.Unconfined;
import dev.catamaran.release.EngineFailure.Unfinished;
import dev.catamaran.release.EngineFailure.Unreachable;
import dev.catamaran.release.EngineFailure.Unrenderable;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class EngineFaultsTest {
  @ParameterizedTest
  @EnumSource
  void takesTheReason(Reason reason) {
    var expected =
        switch (reason) {
          case TEMPLATE, VALUES, UNLOADABLE, ENDLESS -> Unrenderable.class;
          case OUT_OF_PLACE, STRUCTURE, ACCOUNT_IN_USE -> Unconfined.class;
          case PENDING -> Locked.class;
          case UNREACHABLE, UNAVAILABLE -> Unreachable.class;
          case FOREIGN_OBJECT, NOT_SERVED, DENIED, FORBIDDEN, MISSING -> InTheWay.class;
          case UNAUTHORIZED, NO_RIGHT -> Forbidden.class;
          case NAMESPACE_MISSING -> NamespaceMissing.class;
          case NAMESPACE_TERMINATING -> NamespaceTerminating.class;
          case DEADLINE, CANCELLED, STUCK, FENCED, PANIC, NOT_RUN -> Unfinished.class;
          case MEMORY, ENDED -> Ended.class;
          case TOO_LARGE -> TooLarge.class;
          case INVALID -> Invalid.class;
          case BAD_REQUEST,
              NAME_TAKEN,
              NO_RELEASE,
              REFUSED,
              IMMUTABLE,
              HOOK_FAILED,
              HOOK_DEADLINE,
              NOT_READY,
              OTHER ->
              Rejected.class;
        };
    var failure =
        EngineFaults.failure(
            new EngineFault(reason, null, "no words", List.of(), null, List.of(), Map.of()));
    assertEquals(expected, failure.getClass());
    assertTrue(failure.message().contains("no words"), failure::message);
  }

  @Test
  void namesTheObjectThatCannotBeChanged() {
    var failure = failed(Reason.IMMUTABLE, "apply", refusal(Reason.IMMUTABLE, "Service", "patch"));
    assertEquals(
        new Immutable(
            "Service", "a", "Service a has fields that cannot be changed once it is made: no"),
        failure);
  }

  @Test
  void blamesTheInputOnlyForTheSizeOfARevision() {
    assertInstanceOf(Unreachable.class, failed(Reason.REFUSED, "store"));
    assertInstanceOf(Unreachable.class, failed(Reason.OTHER, "store"));
    assertInstanceOf(TooLarge.class, failed(Reason.TOO_LARGE, "store"));
  }

  @Test
  void namesTheObjectWithInvalidContent() {
    var failure = failed(Reason.INVALID, "build", refusal(Reason.INVALID, "Service", "create"));
    assertTrue(failure.message().endsWith("correct the spec or the chart: Service/a: no"));
  }

  private static EngineFailure failed(Reason reason, String step, Refusal... refusals) {
    return EngineFaults.failure(
        new EngineFault(reason, step, "no", List.of(refusals), null, List.of(), Map.of()));
  }

  private static Refusal refusal(Reason reason, String kind, String verb) {
    return new Refusal(reason, new EngineObject(null, kind, null, null, "a"), verb, "");
  }
}
