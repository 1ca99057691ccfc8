package dev.catamaran.inspect;

import dev.catamaran.api.ManagerException;
import dev.catamaran.status.Reasons;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/** Waits for a state of a primary by a watch. */
public final class Waiting {
  private static final Duration SILENT = Duration.ofSeconds(1);

  private final PrimaryKind kind;
  private final Goal goal;
  private final Consumer<String> progress;
  private String shown = "";
  private String standing = "";
  private boolean isTalking;
  private boolean isGone;
  private boolean isStalled;

  private Waiting(PrimaryKind kind, Goal goal, Consumer<String> progress) {
    this.kind = kind;
    this.goal = goal;
    this.progress = progress;
  }

  /**
   * Result of waiting.
   *
   * @param primary kind and name
   * @param goal in lower case
   * @param reached false after the timeout
   * @param stalled whether the operator tries nothing more until a person changes something
   * @param standing the last condition
   */
  public record Result(
      String primary, String goal, boolean reached, boolean stalled, String standing) {
    /** Returns the line for people. */
    public List<String> lines() {
      var end = reached ? goal : "not " + goal + ": " + standing;
      return List.of(TerminalText.oneLine(primary + " is " + end));
    }
  }

  /**
   * Waits.
   *
   * @param progress receives the conditions, if it takes more than a second
   * @throws ManagerException if the primary does not exist, and the goal is not its deletion
   */
  public static Result until(
      Goal goal, Scope scope, Target target, Duration timeout, Consumer<String> progress) {
    var kind = scope.kind(target);
    var resource = scope.resource(kind, target);
    var found = Optional.ofNullable(resource.get());
    if (goal != Goal.DELETED && found.isEmpty()) {
      throw scope.missing(kind, target);
    }
    var waiting = new Waiting(kind, goal, progress);
    boolean isReached =
        waiting.isOver(found.stream().toList())
            ? !waiting.isStalled()
            : waiting.await(resource.informOnCondition(waiting::isOver), timeout);
    return new Result(
        kind.qualified() + "/" + target.name(),
        goal.name().toLowerCase(java.util.Locale.ROOT),
        isReached,
        !isReached && waiting.isStalled(),
        waiting.standing());
  }

  private boolean await(CompletableFuture<?> over, Duration timeout) {
    var silent = timeout.compareTo(SILENT) < 0 ? timeout : SILENT;
    try {
      if (!isDone(over, silent)) {
        talk();
        if (!isDone(over, timeout.minus(silent))) {
          return false;
        }
      }
      return goal == Goal.DELETED || !(isGone() || isStalled());
    } finally {
      over.cancel(true);
    }
  }

  static boolean isDone(CompletableFuture<?> over, Duration patience) {
    try {
      var unused = over.get(patience.toMillis(), TimeUnit.MILLISECONDS);
      return true;
    } catch (TimeoutException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    } catch (ExecutionException e) {
      throw e.getCause() instanceof RuntimeException failure
          ? failure
          : new IllegalStateException(e.getCause());
    }
  }

  /** Sees a state of the primary; a deletion ends every wait, and so does Stalled. */
  private synchronized boolean isOver(List<GenericKubernetesResource> found) {
    var primary = found.stream().findFirst().map(object -> PrimaryObject.of(kind, object));
    isGone = primary.isEmpty();
    standing = primary.map(Waiting::standing).orElse("it does not exist");
    if (isTalking) {
      show();
    }
    isStalled = goal.isStalled(primary);
    return primary.isEmpty() || isStalled || goal.isReached(primary);
  }

  private synchronized void talk() {
    isTalking = true;
    show();
  }

  private void show() {
    if (!standing.equals(shown)) {
      shown = standing;
      progress.accept(TerminalText.oneLine(standing));
    }
  }

  private synchronized boolean isGone() {
    return isGone;
  }

  private synchronized boolean isStalled() {
    return isStalled;
  }

  private synchronized String standing() {
    return standing;
  }

  static String standing(PrimaryObject primary) {
    if (primary.isBeingDeleted()) {
      return "it is being deleted";
    }
    var row = PrimaryRow.of(primary);
    var status = row.ready().isEmpty() ? "no condition Ready" : Reasons.READY + "=" + row.ready();
    return Optional.of(row)
        .filter(each -> !each.reason().isEmpty())
        .map(each -> status + ", " + each.reason() + ": " + each.message())
        .orElse(status);
  }
}
