package dev.catamaran.helm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.engine.EngineFault;
import dev.catamaran.engine.EngineFault.EngineObject;
import dev.catamaran.engine.EngineFault.Reason;
import dev.catamaran.engine.EngineFault.Refusal;
import dev.catamaran.release.EngineFailure;
import dev.catamaran.release.EngineFailure.Kind;
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
          case TEMPLATE, VALUES, UNLOADABLE, ENDLESS -> Kind.UNRENDERABLE;
          case OUT_OF_PLACE, STRUCTURE, ACCOUNT_IN_USE -> Kind.UNCONFINED;
          case PENDING -> Kind.LOCKED;
          case UNREACHABLE, UNAVAILABLE -> Kind.UNREACHABLE;
          case FOREIGN_OBJECT, NOT_SERVED, DENIED, FORBIDDEN, MISSING, NO_RELEASE ->
              Kind.IN_THE_WAY;
          case UNAUTHORIZED, NO_RIGHT -> Kind.FORBIDDEN;
          case NAMESPACE_MISSING -> Kind.NAMESPACE_MISSING;
          case NAMESPACE_TERMINATING -> Kind.NAMESPACE_TERMINATING;
          case DEADLINE, CANCELLED, STUCK, FENCED, PANIC, NOT_RUN -> Kind.UNFINISHED;
          case MEMORY, ENDED -> Kind.ENDED;
          case TOO_LARGE -> Kind.TOO_LARGE;
          case INVALID -> Kind.INVALID;
          case BAD_REQUEST,
              NAME_TAKEN,
              REFUSED,
              IMMUTABLE,
              HOOK_FAILED,
              HOOK_DEADLINE,
              NOT_READY,
              OTHER ->
              Kind.REJECTED;
        };
    var failure =
        EngineFaults.failure(
            new EngineFault(reason, null, "no words", List.of(), null, List.of(), Map.of()));
    assertEquals(expected, failure.kind());
    assertTrue(failure.message().contains("no words"), failure::message);
  }

  @Test
  void namesTheObjectThatCannotBeChanged() {
    var failure = failed(Reason.IMMUTABLE, "apply", refusal(Reason.IMMUTABLE, "Service", "patch"));
    assertEquals(
        Kind.REJECTED.of("Service a has fields that cannot be changed once it is made: no"),
        failure);
  }

  @Test
  void blamesTheInputOnlyForTheSizeOfARevision() {
    assertEquals(Kind.UNREACHABLE, failed(Reason.REFUSED, "store").kind());
    assertEquals(Kind.UNREACHABLE, failed(Reason.OTHER, "store").kind());
    assertEquals(Kind.TOO_LARGE, failed(Reason.TOO_LARGE, "store").kind());
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
