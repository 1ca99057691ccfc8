package dev.catamaran.execute;

import static dev.catamaran.execute.Ports.OLD;
import static dev.catamaran.execute.Ports.OWNERSHIP;
import static dev.catamaran.execute.Ports.REJECTED;
import static dev.catamaran.release.Revisions.PRIMARY;
import static dev.catamaran.release.Revisions.literal;
import static dev.catamaran.release.Revisions.revision;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.manifest.Exemptions;
import dev.catamaran.manifest.Scale;
import dev.catamaran.release.DesiredRelease;
import dev.catamaran.release.DesiredReleaseFixture;
import dev.catamaran.release.HelmCall;
import dev.catamaran.release.MemoryEngine.End;
import dev.catamaran.release.ReleaseInput;
import dev.catamaran.release.ReleaseOutcome;
import dev.catamaran.release.RevisionStatus;
import dev.catamaran.release.SecretTexts;
import dev.catamaran.release.Trusted;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class UnaffectedRevisionsTest {
  /** The cluster did not serve the API of Prometheus; now it does. */
  private static final String BEFORE = input(false).digest();

  private static final ReleaseInput NOW = input(true);

  private final Ports ports = new Ports();

  @Test
  void keepsARevisionThatAnUpgradeWouldMakeAgain() {
    ports.with(revision(1, RevisionStatus.DEPLOYED, PRIMARY, BEFORE));
    ports.engine.compares(HelmCall.Result.SAME);

    var outcome = upgrade(DesiredReleaseFixture.desired(NOW));

    assertEquals(new ReleaseOutcome.Unaffected(ports.store.get(1)), outcome);
    assertTrue(ports.store.get(1).madeFrom(NOW.digest()), "no further pass compares it");
    assertEquals(
        List.of("helm Compare", "announce " + Trusted.editOf(ports.store.get(1)), "confirm 1"),
        ports.effects.seen());
    assertEquals(List.of(1), ports.trusted());
    assertEquals("", ports.trust.of(PRIMARY).attempt());
  }

  @Test
  void comparesWithTheReplicasThatAnAutoscalerSet() {
    ports.with(revision(1, RevisionStatus.DEPLOYED, PRIMARY, BEFORE));
    ports.engine.compares(HelmCall.Result.SAME);
    var scale = new Scale("Deployment", "shop", "cache", Exemptions.REPLICAS, 7);
    ports.objects.scale(scale);

    upgrade(DesiredReleaseFixture.desired(NOW));

    var call = assertInstanceOf(HelmCall.Compare.class, ports.engine.calls().getFirst());
    assertEquals(List.of(scale), call.desired().options().scales());
    assertEquals("version 1", call.current().version(), "as it was before");
  }

  @Test
  void upgradesARevisionWithOtherObjects() {
    ports.with(revision(1, RevisionStatus.DEPLOYED, PRIMARY, BEFORE));
    ports.engine.compares(HelmCall.Result.OTHER);

    assertUpgraded(List.of("helm Compare", "helm Upgrade"), DesiredReleaseFixture.desired(NOW));
  }

  @Test
  void upgradesIfHelmCannotCompare() {
    ports.with(revision(1, RevisionStatus.DEPLOYED, PRIMARY, BEFORE));
    ports.engine.compares(HelmCall.Result.SAME);
    ports.engine.next(new End.AtOnce(REJECTED));

    assertUpgraded(List.of("helm Compare", "helm Upgrade"), DesiredReleaseFixture.desired(NOW));
  }

  @Test
  void comparesNothingAfterAChangeOfChartOrValues() {
    ports.with(revision(1, RevisionStatus.DEPLOYED, PRIMARY, OLD));
    ports.engine.compares(HelmCall.Result.SAME);

    assertUpgraded(List.of("helm Upgrade"), DesiredReleaseFixture.desired(NOW));
  }

  @Test
  void makesTheNewRevisionThatAPersonAskedFor() {
    ports.with(revision(1, RevisionStatus.DEPLOYED, PRIMARY, BEFORE));
    ports.engine.compares(HelmCall.Result.SAME);

    assertUpgraded(
        List.of("helm Upgrade"), DesiredReleaseFixture.desired(NOW, "today", SecretTexts.none()));
  }

  @Test
  void keepsNeitherAFailedRevisionNorThatOfARollback() {
    ports.engine.compares(HelmCall.Result.SAME);
    for (var newest :
        List.of(
            revision(2, RevisionStatus.FAILED, PRIMARY, BEFORE),
            literal(2, RevisionStatus.DEPLOYED, 1, BEFORE))) {
      ports.store.deleteAll();
      ports.with(revision(1, RevisionStatus.SUPERSEDED, PRIMARY, BEFORE), newest);

      assertInstanceOf(ReleaseOutcome.Upgraded.class, upgrade(DesiredReleaseFixture.desired(NOW)));
    }
    assertEquals(List.of("helm Upgrade", "helm Upgrade"), calls());
  }

  @Test
  void upgradesARevisionThatAnotherClientChangesDuringTheComparison() {
    ports.with(revision(1, RevisionStatus.DEPLOYED, PRIMARY, BEFORE));
    ports.engine.compares(HelmCall.Result.SAME);
    ports.effects.before(
        "helm Compare", () -> ports.store.mark(1, RevisionStatus.DEPLOYED, "edited"));

    assertUpgraded(List.of("helm Compare", "helm Upgrade"), DesiredReleaseFixture.desired(NOW));
  }

  private void assertUpgraded(List<String> calls, DesiredRelease desired) {
    var outcome = upgrade(desired);
    assertEquals(new ReleaseOutcome.Upgraded(ports.store.get(2)), outcome);
    assertEquals(calls, calls());
  }

  private ReleaseOutcome upgrade(DesiredRelease desired) {
    return ports.maker().upgrade(desired, OWNERSHIP);
  }

  private List<String> calls() {
    return ports.effects.seen().stream().filter(effect -> effect.startsWith("helm")).toList();
  }

  private static ReleaseInput input(boolean servesPrometheus) {
    return ReleaseInput.of(
        "chart and values", new TreeMap<>(Map.of("monitoring.coreos.com/v1", servesPrometheus)));
  }
}
