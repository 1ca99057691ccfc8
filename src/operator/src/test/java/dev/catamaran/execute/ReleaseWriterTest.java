package dev.catamaran.execute;

import static dev.catamaran.execute.Ports.DESIRED;
import static dev.catamaran.execute.Ports.OWNERSHIP;
import static dev.catamaran.release.Revisions.RELEASE;
import static dev.catamaran.release.Revisions.revision;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.cluster.RecordedObjects;
import dev.catamaran.fixture.Effects;
import dev.catamaran.primary.PrimaryAnnotations;
import dev.catamaran.release.Account;
import dev.catamaran.release.EngineFailure;
import dev.catamaran.release.MemoryEngine.End;
import dev.catamaran.release.ReleaseAction;
import dev.catamaran.release.ReleaseOutcome;
import dev.catamaran.release.ReleaseOutcome.FailedStep;
import dev.catamaran.release.RemovalAction;
import dev.catamaran.release.RevisionStatus;
import dev.catamaran.status.Reasons;
import dev.catamaran.watch.DriftPolicy;
import io.fabric8.kubernetes.api.model.StatusBuilder;
import io.fabric8.kubernetes.api.model.StatusDetailsBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReleaseWriterTest {
  private static final Account OPERATOR = new Account.OfOperator();
  private static final Account TENANT = new Account.ServiceAccount("shop", "deployer");
  private static final PrimaryAnnotations NO_ANNOTATIONS = new PrimaryAnnotations(Map.of());

  /** The API server's text; the name of the user plays no part. */
  private static final String DENIAL =
      "configmaps \"cache\" is forbidden: User \"system:serviceaccount:shop:deployer\" cannot patch"
          + " resource \"configmaps\" in API group \"\" in the namespace \"shop\"";

  private final Ports ports = new Ports();
  private final Effects ownEffects = new Effects();
  private final RecordedObjects ownObjects = new RecordedObjects(ownEffects);
  private final Set<Account> gone = new HashSet<>();

  @Test
  void explainsWhoGrantsAMissingRight() {
    assertEquals(
        DENIAL
            + "; `catamaran manifests` writes the permissions into config/rbac/role.yaml"
            + " that the chart needs with its own values and those in its ci/; put other values that need more into a file there first",
        forbidden(OPERATOR).message());
    var command =
        "; `catamaran generate tenant shop --kind %s --account deployer | kubectl apply -f -` in the operator's project makes the account with the permissions that the chart needs with its own values and those in its ci/; put other values that need more into a file there first"
            .formatted(DESIRED.primary().kind());
    assertEquals(DENIAL + command, forbidden(TENANT).message());
    gone.add(TENANT);
    assertEquals(
        "service account shop/deployer does not exist: " + DENIAL + command,
        forbidden(TENANT).message());
  }

  private ReleaseOutcome.Hindered forbidden(Account account) {
    ports.engine.next(new End.AtOnce(new EngineFailure.Forbidden(DENIAL)));
    var outcome = assertInstanceOf(ReleaseOutcome.Hindered.class, install(account));
    assertEquals(Reasons.FORBIDDEN, outcome.reason());
    return outcome;
  }

  @Test
  void addsNothingToAnotherHindrance() {
    ports.engine.next(new End.AtOnce(new EngineFailure.NamespaceMissing("no namespace shop")));

    assertEquals(
        new ReleaseOutcome.Hindered(
            FailedStep.INSTALL, Reasons.NAMESPACE_MISSING, "no namespace shop"),
        install(OPERATOR));
  }

  @Test
  void reportsARightThatIsMissingAfterTheCall() {
    ports.effects.failAt("adopt objects of 1", denial());

    assertEquals(
        new ReleaseOutcome.Hindered(
            FailedStep.RECONCILE,
            Reasons.FORBIDDEN,
            DENIAL + "; " + TENANT.remedy(DESIRED.primary().kind())),
        install(TENANT));
  }

  @Test
  void reportsADenialByAWebhookAsAHindrance() {
    var denial = "admission webhook \"policy\" denied the request: no label";
    ports.effects.failAt("adopt objects of 1", refusal(403, denial));

    assertEquals(
        new ReleaseOutcome.Hindered(FailedStep.RECONCILE, Reasons.RECONCILE_ERROR, denial),
        install(OPERATOR));
  }

  @ParameterizedTest
  @ValueSource(ints = {400, 404, 409, 422, 499})
  void reportsARefusedRequest(int code) {
    ports.effects.failAt("adopt objects of 1", refusal(code, "refused"));

    assertEquals(new ReleaseOutcome.Failed(FailedStep.RECONCILE, "refused"), install(OPERATOR));
  }

  @Test
  void blamesNoInputForARefusedRepairOfTheRevisionBeforeIt() {
    ports.with(revision(1, RevisionStatus.DEPLOYED));
    ports.effects.failAt("repair [] as in 1", refusal(422, "refused"));
    var held = new ReleaseOutcome.Held(Instant.EPOCH);
    var repair = new ReleaseAction.RepairCurrent(ports.store.get(1), List.of(), held);

    assertEquals(
        new ReleaseOutcome.Hindered(FailedStep.RECONCILE, Reasons.RECONCILE_ERROR, "refused"),
        writer(OPERATOR).execute(repair, DESIRED, OWNERSHIP));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 429, 500, 503})
  void leavesAnUnreachableApiServerToItsCaller(int code) {
    var failure = refusal(code, "try later");
    ports.effects.failAt("adopt objects of 1", failure);

    assertSame(failure, assertThrows(KubernetesClientException.class, () -> install(OPERATOR)));
  }

  @Test
  void removesWithTheRightsOfTheAccount() {
    ports.with(revision(1, RevisionStatus.DEPLOYED));

    assertEquals(new ReleaseOutcome.Uninstalled(0), uninstall(TENANT));
    assertEquals(List.of("helm Uninstall"), ports.effects.seen());
    assertEquals(List.of(), ownEffects.seen());
  }

  @Test
  void usesItsOwnRightsOnlyForMarkedObjectsOfAnAccountThatIsGone() {
    ports.with(revision(1, RevisionStatus.DEPLOYED));
    ports.engine.next(new End.AtOnce(new EngineFailure.Forbidden(DENIAL)));
    ownObjects.own(2);
    gone.add(TENANT);

    assertEquals(new ReleaseOutcome.Uninstalled(2), uninstall(TENANT));
    assertEquals(1, ports.engine.calls().size(), "no call with the operator's rights");
    assertEquals(List.of("adopt what 1 made", "remove all that name cache"), ownEffects.seen());
    assertEquals(List.of(), ports.store.statuses());
  }

  @Test
  void doesNotUseItsOwnRightsForAnAccountThatExists() {
    ports.with(revision(1, RevisionStatus.DEPLOYED));
    ports.engine.next(new End.AtOnce(new EngineFailure.Forbidden(DENIAL)));

    assertEquals(
        new ReleaseOutcome.Hindered(FailedStep.UNINSTALL, Reasons.FORBIDDEN, DENIAL),
        uninstall(TENANT));
    assertEquals(List.of(), ownEffects.seen());
  }

  @Test
  void doesNotUseItsOwnRightsForAnotherHindrance() {
    ports.with(revision(1, RevisionStatus.DEPLOYED));
    ports.engine.next(new End.AtOnce(Ports.UNREACHABLE));
    gone.add(TENANT);

    assertInstanceOf(ReleaseOutcome.Hindered.class, uninstall(TENANT));
    assertTrue(ownEffects.seen().isEmpty());
  }

  @Test
  void reportsARefusalOfItsOwnRightsToo() {
    ports.with(revision(1, RevisionStatus.DEPLOYED));
    ports.engine.next(new End.AtOnce(new EngineFailure.Forbidden(DENIAL)));
    ownEffects.failAt("remove all that name cache", denial());
    gone.add(TENANT);

    assertEquals(
        new ReleaseOutcome.Hindered(FailedStep.UNINSTALL, Reasons.FORBIDDEN, DENIAL),
        uninstall(TENANT));
  }

  private ReleaseOutcome install(Account account) {
    return writer(account).execute(new ReleaseAction.Install(), DESIRED, OWNERSHIP);
  }

  private ReleaseOutcome uninstall(Account account) {
    return writer(account)
        .remove(new RemovalAction.Uninstall(false), RELEASE, OWNERSHIP, NO_ANNOTATIONS);
  }

  private ReleaseWriter writer(Account account) {
    return ports.writer(account, gone::contains, DriftPolicy.CORRECT, ownObjects);
  }

  /** Unlike a webhook, the API server names the object. */
  private static KubernetesClientException denial() {
    var details = new StatusDetailsBuilder().withKind("configmaps").withName("cache").build();
    return new KubernetesClientException(
        "no words", 403, new StatusBuilder().withMessage(DENIAL).withDetails(details).build());
  }

  private static KubernetesClientException refusal(int code, String message) {
    return new KubernetesClientException(message, code, null);
  }
}
