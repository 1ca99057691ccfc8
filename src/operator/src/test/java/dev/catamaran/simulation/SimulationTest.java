package dev.catamaran.simulation;

import static org.junit.jupiter.api.Assertions.fail;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import dev.catamaran.primary.PrimaryAnnotations;
import dev.catamaran.release.RemediationPolicy.InstallRemedy;
import dev.catamaran.release.RemediationPolicy.UpgradeRemedy;
import dev.catamaran.simulation.Step.Secrets.Work;
import dev.catamaran.watch.Watch.DriftPolicy;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/**
 * Random histories. {@code -Dsimulation.seed} chooses others, and {@code -Dsimulation.histories}
 * their number. A failure reports the simplest history found that fails, all of its requests, and
 * the seed with which it is the first.
 */
class SimulationTest {
  private static final Logger LOGS = (Logger) LoggerFactory.getLogger("dev.catamaran");

  private static final Step PASS = new Step.Pass(1, Step.Late.NOTHING);
  private static final Step PAUSE = new Step.Annotate(PrimaryAnnotations.PAUSE, "true");

  @BeforeAll
  static void logNothing() {
    LOGS.setLevel(Level.OFF);
  }

  @AfterAll
  static void logAgain() {
    LOGS.setLevel(null);
  }

  @Test
  void comesToRestAsTheSpecSaysAndLosesNothing() {
    long first = Long.getLong("simulation.seed", 1);
    int count = Integer.getInteger("simulation.histories", 300);
    for (long seed = first; seed < first + count; seed++) {
      var draft = Histories.draft(new Random(seed));
      if (problem(draft).isPresent()) {
        var simplest = Histories.simplest(draft, simpler -> problem(simpler).isPresent());
        fail("-Dsimulation.seed=%d: %s".formatted(seed, problem(simplest).orElse("")));
      }
    }
  }

  @Test
  void writesNothingWhilePaused() {
    live(PAUSE);
  }

  @Test
  void removesAReleaseThatAPersonUpgradedJustAfterItsInstallation() {
    live(new Step.Meanwhile(12, new Step.ByHand(PersonsHelm.Command.UPGRADE)), PASS);
  }

  @Test
  void removesAReleaseThatAPersonUpgradedAfterItsFailedInstallation() {
    live(
        new Step.Write("a", 1, Cluster.REFUSED),
        PASS,
        PAUSE,
        new Step.ByHand(PersonsHelm.Command.UPGRADE));
  }

  /** Helm only logs that it could not read, or delete, what the new revision has no more. */
  @Test
  void removesWhatAnUpgradeLeftWhileTheNextSpecCannotBeFollowed() {
    live(
        new Step.Write("bp", 1, ""),
        PASS,
        new Step.Meanwhile(1, new Step.Write("a", 1, "render")),
        new Step.Write("a", 1, ""),
        new Step.Fault(10, Network.Trouble.LOST_ANSWER),
        PASS);
  }

  /** The earlier attempt of the same input failed at an outage, and is the newest one then. */
  @Test
  void blamesNoInputForTheDeletionOfItsRevision() {
    live(
        new Step.Meanwhile(2, new Step.Write("aw", 1, "")),
        new Step.Fault(21, Network.Trouble.OUTAGE),
        PASS,
        PASS,
        new Step.Meanwhile(10, new Step.Secrets(Work.DELETE_NEWEST)),
        PASS,
        PASS);
  }

  /** Without the status, no message says later that somebody uninstalled it. */
  @Test
  void blamesNoInputForAnUninstallJustBeforeTheUpgrade() {
    live(
        PASS,
        new Step.Meanwhile(2, new Step.ByHand(PersonsHelm.Command.UNINSTALL)),
        new Step.Write("a", 1, ""),
        PASS,
        new Step.SpoilStatus(Step.SpoilStatus.Part.ALL));
  }

  @Test
  void installsAgainAfterItsSecretsAreDeletedJustAfterTheInstallation() {
    live(new Step.Meanwhile(7, new Step.Secrets(Work.DELETE_ALL)), PASS);
  }

  @Test
  void removesTheUnreadableRevisionOfAFailedInstallation() {
    live(new Step.Write("b", 1, Cluster.REFUSED), PASS, new Step.Secrets(Work.DAMAGE_NEWEST));
  }

  /** No watch shows the superseded revision that Helm uninstalls then. */
  @Test
  void keepsWhatIsToBeKeptAfterTheNewestRevisionIsDeleted() {
    live(
        PASS,
        new Step.Meanwhile(5, new Step.Secrets(Work.DELETE_NEWEST)),
        new Step.ReplaceChart(3),
        PASS,
        new Step.Write("a", 1, "render"));
  }

  @Test
  void restsWhenOnlySupersededRevisionsOfAFormerPrimaryAreStored() {
    live(
        PASS,
        new Step.Write("a", 1, ""),
        PASS,
        new Step.Secrets(Work.DELETE_NEWEST),
        new Step.Release(),
        new Step.Delete(),
        new Step.Write("a", 1, ""));
  }

  @Test
  void ownsAgainWhatNobodyKeepsWhereDriftIsLeft() {
    live(
        DriftPolicy.WARN,
        new Step.Write("aw", 1, ""),
        PASS,
        new Step.Touch("w", Step.Touch.Change.KEEP),
        PASS,
        new Step.ByHand(PersonsHelm.Command.UNINSTALL));
  }

  /** A person asks to go back to what failed, and then uninstalls it. */
  @Test
  void givesUpToGoBackToAFailedRevisionThatIsGone() {
    live(
        new Settings(
            InstallRemedy.UNINSTALL, UpgradeRemedy.ROLLBACK, 0, 3, DriftPolicy.CORRECT, false),
        new Step.Meanwhile(2, new Step.Annotate(PrimaryAnnotations.ROLLBACK_TO, "1")),
        new Step.Write("a", 1, Cluster.REFUSED),
        PASS,
        PASS,
        new Step.ByHand(PersonsHelm.Command.UNINSTALL));
  }

  /** What Helm has uninstalled, it does not upgrade. */
  @Test
  void installsWhatAPersonUninstalledAndRolledBack() {
    live(
        PASS,
        new Step.ByHand(PersonsHelm.Command.UNINSTALL_KEEPING_HISTORY),
        new Step.ByHand(PersonsHelm.Command.ROLLBACK),
        PASS);
  }

  @Test
  void blamesNoInputForAnUninstallOfWhatItUpgrades() {
    live(
        new Settings(
            InstallRemedy.UNINSTALL, UpgradeRemedy.ROLLBACK, 0, 3, DriftPolicy.CORRECT, false),
        new Step.Meanwhile(14, new Step.ByHand(PersonsHelm.Command.UNINSTALL_KEEPING_HISTORY)),
        PASS,
        new Step.Write("a", 1, ""),
        PASS);
  }

  @Test
  void goesBackToWhatAPersonUninstalled() {
    live(
        PASS,
        new Step.ByHand(PersonsHelm.Command.UNINSTALL_KEEPING_HISTORY),
        new Step.Annotate(PrimaryAnnotations.ROLLBACK_TO, "1"));
  }

  @Test
  void triesSeldomToRepairWhatTheApiServerRefuses() {
    live(
        new Step.Write("aw", 1, ""),
        PASS,
        new Step.Write("aw", 1, Cluster.REFUSED),
        new Step.Fault(9, Network.Trouble.CRASH),
        new Step.ByHand(PersonsHelm.Command.ROLLBACK),
        PASS);
  }

  /** Nobody can read, or end, the operation that began the damaged revision. */
  @Test
  void endsTheTrialOfARevisionBesideADamagedNewerOne() {
    live(
        new Settings(
            InstallRemedy.UNINSTALL, UpgradeRemedy.ROLLBACK, 2, 3, DriftPolicy.CORRECT, true),
        new Step.Write("a", 1, "unready"),
        PASS,
        new Step.ByHand(PersonsHelm.Command.BEGIN_UPGRADE),
        new Step.Secrets(Work.DAMAGE_NEWEST));
  }

  private static void live(Step... steps) {
    live(DriftPolicy.CORRECT, steps);
  }

  /** With the defaults of a watch, except that nothing is tried again. */
  private static void live(DriftPolicy drift, Step... steps) {
    live(new Settings(InstallRemedy.RETRY, UpgradeRemedy.ROLLBACK, 0, 10, drift, false), steps);
  }

  private static void live(Settings settings, Step... steps) {
    new History(settings, List.of(steps)).run();
  }

  private static Optional<String> problem(List<int[]> draft) {
    try {
      Histories.of(draft).run();
      return Optional.empty();
    } catch (AssertionError e) {
      return Optional.of(String.valueOf(e.getMessage()));
    }
  }
}
