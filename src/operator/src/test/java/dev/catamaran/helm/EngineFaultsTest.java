package dev.catamaran.helm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.engine.EngineFault;
import dev.catamaran.engine.EngineFault.EngineObject;
import dev.catamaran.engine.EngineFault.Reason;
import dev.catamaran.engine.EngineFault.Refusal;
import dev.catamaran.release.DesiredReleaseFixture;
import dev.catamaran.release.EngineFailure;
import dev.catamaran.release.EngineFailure.Ended;
import dev.catamaran.release.EngineFailure.Forbidden;
import dev.catamaran.release.EngineFailure.Immutable;
import dev.catamaran.release.EngineFailure.InTheWay;
import dev.catamaran.release.EngineFailure.Locked;
import dev.catamaran.release.EngineFailure.NamespaceMissing;
import dev.catamaran.release.EngineFailure.NamespaceTerminating;
import dev.catamaran.release.EngineFailure.Rejected;
import dev.catamaran.release.EngineFailure.Subject;
import dev.catamaran.release.EngineFailure.TooLarge;
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
            new EngineFault(reason, null, "no words", List.of(), null, List.of()), CALL);
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
  void namesTheObjectsThatCannotBePatched() {
    var failure =
        failed(
            Reason.REFUSED,
            "apply",
            refusal(Reason.REFUSED, "Service", "patch"),
            refusal(Reason.REFUSED, "ConfigMap", "create"));
    assertEquals(new Rejected("no", List.of(new Subject("Service", "a"))), failure);
  }

  @ParameterizedTest
  @CsvSource({
    "REFUSED, apply, no, ConfigMap/a: no",
    "DENIED, apply, no, ConfigMap/a: no",
    "DENIED, apply, '\"a\" is forbidden', '\"a\" is forbidden'",
    "REFUSED, store, no, no"
  })
  void namesANewObjectThatTheWordsDoNotName(
      Reason reason, String step, String words, String message) {
    var refusals = List.of(refusal(reason, "ConfigMap", "create"));
    var fault = new EngineFault(reason, step, words, refusals, null, List.of());
    assertEquals(message, EngineFaults.failure(fault, CALL).message());
  }

  @Test
  void blamesTheInputOnlyForTheSizeOfARevision() {
    assertInstanceOf(Unreachable.class, failed(Reason.REFUSED, "store"));
    assertInstanceOf(Unreachable.class, failed(Reason.OTHER, "store"));
    assertInstanceOf(TooLarge.class, failed(Reason.TOO_LARGE, "store"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "apps | deployments | shop | patch | the permission to patch deployments.apps in namespace shop is missing; grant it: no",
        "'' | namespaces | '' | create | the permission to create namespaces in the whole cluster is missing; grant it: no",
        "rbac.authorization.k8s.io | roles | shop | escalate | the account may not grant permissions that it does not have; grant it these permissions: no"
      })
  void namesTheRightThatIsMissing(
      String group, String resource, String namespace, String verb, String message) {
    var object = new EngineObject(group, "Kind", resource, namespace, "a");
    var failure = failed(Reason.NO_RIGHT, "apply", new Refusal(Reason.NO_RIGHT, object, verb, ""));
    assertEquals(new Forbidden(message), failure);
  }

  private static EngineFailure failed(Reason reason, String step, Refusal... refusals) {
    return EngineFaults.failure(
        new EngineFault(reason, step, "no", List.of(refusals), null, List.of()), CALL);
  }

  private static Refusal refusal(Reason reason, String kind, String verb) {
    return new Refusal(reason, new EngineObject(null, kind, null, null, "a"), verb, "");
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
                    Reason.DENIED,
                    new EngineObject(null, "ConfigMap", null, null, "a"),
                    "delete",
                    "denied the request: no"),
                new Refusal(Reason.DENIED, null, "delete", "denied the request: never")),
            null,
            List.of());
    assertEquals(
        new InTheWay(
            "failed to delete release: ConfigMap/a: denied the request: no; denied the request: never"),
        EngineFaults.failure(fault, CALL));
  }
}
