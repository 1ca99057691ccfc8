package dev.catamaran.helm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.engine.EngineFault;
import dev.catamaran.engine.EngineFault.EngineObject;
import dev.catamaran.engine.EngineFault.Reason;
import dev.catamaran.engine.EngineFault.Refusal;
import dev.catamaran.release.DesiredReleaseFixture;
import dev.catamaran.release.EngineFailure.Forbidden;
import dev.catamaran.release.EngineFailure.InTheWay;
import dev.catamaran.release.EngineFailure.Locked;
import dev.catamaran.release.EngineFailure.NamespaceMissing;
import dev.catamaran.release.EngineFailure.NamespaceTerminating;
import dev.catamaran.release.EngineFailure.Rejected;
import dev.catamaran.release.EngineFailure.Unconfined;
import dev.catamaran.release.EngineFailure.Unfinished;
import dev.catamaran.release.EngineFailure.Unreachable;
import dev.catamaran.release.EngineFailure.Unrenderable;
import dev.catamaran.release.HelmCall;
import dev.catamaran.release.ReleaseInput;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class EngineFaultsTest {

  private static final HelmCall CALL =
      new HelmCall.Upgrade(DesiredReleaseFixture.desired(ReleaseInput.ofDigest("digest")));

  /** The words of these faults tell nothing; so the reason decides. */
  @ParameterizedTest
  @EnumSource
  void takesTheReason(Reason reason) {
    var expected =
        switch (reason) {
          case TEMPLATE, VALUES, UNLOADABLE -> Unrenderable.class;
          case OUT_OF_PLACE, STRUCTURE -> Unconfined.class;
          case PENDING -> Locked.class;
          case UNREACHABLE, UNAVAILABLE -> Unreachable.class;
          case FOREIGN_OBJECT, NOT_SERVED, DENIED, MISSING -> InTheWay.class;
          case UNAUTHORIZED, NO_RIGHT -> Forbidden.class;
          case NAMESPACE_MISSING -> NamespaceMissing.class;
          case NAMESPACE_TERMINATING -> NamespaceTerminating.class;
          case DEADLINE, CANCELLED, STUCK, FENCED, PANIC, MEMORY, ENDED -> Unfinished.class;
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
              Rejected.class;
        };
    var failure =
        EngineFaults.failure(new EngineFault(reason, null, "no words", List.of(), null), CALL);
    assertEquals(expected, failure.getClass());
    assertTrue(failure.message().startsWith("no words"), failure::message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "TEMPLATE | a.yaml: error calling lookup: services is forbidden: User \"u\" cannot list resource \"services\" in API group \"\" | Forbidden",
        "NO_RIGHT | User \"u\" cannot get resource \"pods\" in API group \"\" in the namespace \"n\" | Forbidden",
        "REFUSED | cannot patch \"a\" with kind Service: Service \"a\" is invalid: spec.clusterIP: field is immutable | Immutable"
      })
  void takesTheWordsWhereTheyTellMore(Reason reason, String words, String expected) {
    var failure = EngineFaults.failure(new EngineFault(reason, null, words, List.of(), null), CALL);
    assertEquals(expected, failure.getClass().getSimpleName(), failure::message);
  }

  @Test
  void namesEachObjectThatIsNotDeleted() {
    var fault =
        new EngineFault(
            Reason.DENIED,
            "delete",
            "failed to delete release: one",
            List.of(
                new Refusal(
                    new EngineObject(null, "ConfigMap", null, "a"), "denied the request: no"),
                new Refusal(null, "denied the request: never")),
            null);
    assertEquals(
        new InTheWay(
            "failed to delete release: ConfigMap/a: denied the request: no; denied the request: never"),
        EngineFaults.failure(fault, CALL));
  }
}
