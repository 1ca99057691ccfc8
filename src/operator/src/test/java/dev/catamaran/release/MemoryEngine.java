package dev.catamaran.release;

import dev.catamaran.fixture.Effects;
import dev.catamaran.release.EngineFailure.Locked;
import dev.catamaran.release.EngineFailure.Rejected;
import dev.catamaran.release.HelmCall.Result;
import dev.catamaran.release.Revision.Origin;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Stores revisions as Helm does: pending first, then deployed or failed. Its charts have one
 * ConfigMap. A test can let the next call end otherwise.
 */
public final class MemoryEngine implements HelmEngine {
  private final MemoryReleaseStore store;
  private final Effects effects;
  private final List<HelmCall> calls = new ArrayList<>();
  private final Deque<End> ends = new ArrayDeque<>();
  private Result comparison = Result.OTHER;

  /** The end of a call other than success. */
  public sealed interface End {
    /** Helm fails before it stores or changes anything. */
    record AtOnce(EngineFailure failure) implements End {}

    /** Helm fails in the middle, and says so in the revision. */
    record Midway(EngineFailure failure) implements End {}

    /** Helm makes everything, reports success, and its last write of the revision is lost. */
    record WithoutLastWrite() implements End {}

    /** Helm succeeds, and another client acts before the caller looks. */
    record Followed(Runnable other) implements End {}

    /** The call never returns from Helm: its revision stays pending. */
    record Crash(RuntimeException why) implements End {}
  }

  /** Makes an engine of the releases in {@code store}, which reports its calls. */
  public MemoryEngine(MemoryReleaseStore store, Effects effects) {
    this.store = store;
    this.effects = effects;
  }

  /** Lets the next call without an own end yet end like this. */
  public void next(End end) {
    ends.add(end);
  }

  /** Lets comparisons find this. */
  public void compares(Result result) {
    comparison = result;
  }

  /** All calls so far. */
  public List<HelmCall> calls() {
    return List.copyOf(calls);
  }

  @Override
  public Result run(HelmCall call) {
    calls.add(call);
    effects.add("helm " + call.getClass().getSimpleName());
    var end = Optional.ofNullable(ends.poll());
    if (end.orElse(null) instanceof End.AtOnce(var failure)) {
      throw new EngineException(failure);
    }
    return switch (call) {
      case HelmCall.Install(var desired, var ignored) -> install(desired, end);
      case HelmCall.Upgrade(var desired) -> further(desired.origin(), end);
      case HelmCall.Rollback rollback -> further(copy(rollback), end);
      case HelmCall.Compare ignored -> comparison;
      case HelmCall.Test ignored -> end(end, this::storeResultOfTests);
      case HelmCall.Uninstall ignored -> uninstall(end);
    };
  }

  private Result install(DesiredRelease desired, Optional<End> end) {
    if (newest().isPresent()) {
      throw new EngineException(new Rejected("cannot re-use a name that is still in use"));
    }
    return make(1, RevisionStatus.PENDING_INSTALL, desired.origin(), end);
  }

  private Result further(Origin origin, Optional<End> end) {
    var before =
        newest()
            .orElseThrow(
                () -> new EngineException(new Rejected("\"cache\" has no deployed releases")));
    if (before.status().isPending()) {
      throw new EngineException(
          new Locked("another operation (install/upgrade/rollback) is in progress"));
    }
    return make(before.number() + 1, RevisionStatus.PENDING_UPGRADE, origin, end);
  }

  private Result make(int number, RevisionStatus pending, Origin origin, Optional<End> end) {
    store.put(Revisions.made(Revisions.revision(number, pending), origin, "made from " + origin));
    return switch (end.orElse(null)) {
      case null -> deploy(number);
      case End.AtOnce(var failure) -> throw new EngineException(failure);
      case End.Midway(var failure) -> {
        store.fail(number, "Upgrade", failure);
        throw new EngineException(failure);
      }
      case End.WithoutLastWrite() -> Result.DONE;
      case End.Followed(var other) -> {
        var result = deploy(number);
        other.run();
        yield result;
      }
      case End.Crash(var why) -> throw why;
    };
  }

  private Result deploy(int number) {
    store.readable().stream()
        .filter(revision -> revision.status() == RevisionStatus.DEPLOYED)
        .forEach(old -> store.mark(old.number(), RevisionStatus.SUPERSEDED, old.description()));
    store.mark(number, RevisionStatus.DEPLOYED, "Upgrade complete");
    return Result.DONE;
  }

  private Result uninstall(Optional<End> end) {
    var newest = newest();
    if (newest.isEmpty()) {
      return Result.NO_RELEASE;
    }
    store.mark(newest.get().number(), RevisionStatus.UNINSTALLING, "Deletion in progress");
    return end(end, store::deleteAll);
  }

  private void storeResultOfTests() {
    newest().ifPresent(tested -> store.mark(tested.number(), tested.status(), "Tested"));
  }

  /** Ends a call that makes no revision; only a success has an effect. */
  private static Result end(Optional<End> end, Runnable success) {
    switch (end.orElse(null)) {
      case null -> success.run();
      case End.AtOnce(var failure) -> throw new EngineException(failure);
      case End.Midway(var failure) -> throw new EngineException(failure);
      case End.WithoutLastWrite() -> {}
      case End.Followed(var other) -> {
        success.run();
        other.run();
      }
      case End.Crash(var why) -> throw why;
    }
    return Result.DONE;
  }

  private Optional<Revision> newest() {
    return store.readable().isEmpty() ? Optional.empty() : Optional.of(store.readable().getLast());
  }

  private static Origin copy(HelmCall.Rollback rollback) {
    return new Origin(
        rollback.desired().primary(),
        rollback.target().origin().map(Origin::inputDigest).orElse(""),
        OptionalInt.of(rollback.restored()),
        rollback.desired().request());
  }
}
