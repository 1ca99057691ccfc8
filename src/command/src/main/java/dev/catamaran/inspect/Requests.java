package dev.catamaran.inspect;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.catamaran.api.ManagerException;
import dev.catamaran.primary.PrimaryAnnotations;
import dev.catamaran.release.Revision;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/** Writes the annotations by which a person directs the operator. */
public final class Requests {
  private final Scope scope;
  private final Clock clock;

  public Requests(Scope scope, Clock clock) {
    this.scope = scope;
    this.clock = clock;
  }

  /**
   * Suspends all changes of a primary's release.
   *
   * @throws ManagerException if watches.yaml denies pauses
   */
  public Requested pause(Target target) {
    var primary = ofChart(target);
    requireAllowed(primary, PrimaryAnnotations.PAUSE);
    write(target, primary, PrimaryAnnotations.PAUSE, Optional.of("true"));
    return requested(
        primary,
        PrimaryAnnotations.PAUSE,
        "true",
        "is paused: the operator changes nothing of it, not even after its deletion",
        "To continue: catamaran resume " + command(primary));
  }

  /** Ends a pause. */
  public Requested resume(Target target) {
    var primary = ofChart(target);
    boolean wasPaused = primary.requests().isPaused();
    write(target, primary, PrimaryAnnotations.PAUSE, Optional.empty());
    return requested(
        primary,
        PrimaryAnnotations.PAUSE,
        "",
        wasPaused ? "is resumed: the operator follows its spec again" : "was not paused",
        waiting(primary));
  }

  /**
   * Causes one new revision, whatever failed before.
   *
   * @throws ManagerException if the primary is paused or rolled back: no revision would follow
   */
  public Requested reconcile(Target target) {
    var primary = unpaused(target);
    var stay = primary.requests().rollbackTo();
    if (stay.isPresent()) {
      throw new ManagerException(
          "%s stays at revision %d, so the operator would make no revision; first: catamaran rollback %s --end"
              .formatted(primary.title(), stay.getAsInt(), command(primary)));
    }
    var token = clock.instant().toString();
    write(target, primary, PrimaryAnnotations.RECONCILE_AT, Optional.of(token));
    return requested(
        primary,
        PrimaryAnnotations.RECONCILE_AT,
        token,
        "is reconciled now: the operator makes one new revision",
        waiting(primary));
  }

  /** Restores all retries of the present input. */
  public Requested resetRetries(Target target) {
    var primary = unpaused(target);
    var token = clock.instant().toString();
    write(target, primary, PrimaryAnnotations.RESET_AT, Optional.of(token));
    return requested(
        primary,
        PrimaryAnnotations.RESET_AT,
        token,
        "has all its retries again: the operator tries a failed input at once",
        waiting(primary));
  }

  /**
   * Rolls a release back, and keeps it there.
   *
   * @param number of the revision; empty for the newest good one with other objects than the
   *     current one
   * @throws ManagerException if there is no such revision, or watches.yaml denies rollbacks
   */
  public Requested rollback(Target target, OptionalInt number) {
    var primary = unpaused(target);
    requireAllowed(primary, PrimaryAnnotations.ROLLBACK_TO);
    var release = new Releases(scope.client()).of(primary);
    int revision =
        number.isPresent()
            ? StoredNumber.of(primary, release, number)
            : before(primary, release).number();
    writeRollback(target, primary, Optional.of(String.valueOf(revision)));
    return requested(
        primary,
        PrimaryAnnotations.ROLLBACK_TO,
        String.valueOf(revision),
        "is rolled back to revision %d, and stays there whatever its spec says".formatted(revision),
        "To follow the spec again: catamaran rollback %s --end".formatted(command(primary)));
  }

  /** Ends a rollback. */
  public Requested endRollback(Target target) {
    var primary = ofChart(target);
    boolean wasBack = primary.annotation(PrimaryAnnotations.ROLLBACK_TO).isPresent();
    if (wasBack) {
      writeRollback(target, primary, Optional.empty());
    }
    return requested(
        primary,
        PrimaryAnnotations.ROLLBACK_TO,
        "",
        wasBack ? "follows its spec again" : "was not rolled back",
        "To see the new revision: catamaran history " + command(primary));
  }

  /** Returns the commands that make sense for a primary. */
  public static List<String> commands(PrimaryObject primary) {
    var commands = new ArrayList<String>();
    if (!primary.isOfChart()) {
      return commands;
    }
    var name = command(primary);
    boolean isPaused = primary.requests().isPaused();
    if (isPaused) {
      commands.add("catamaran resume " + name);
    } else if (!primary.kind().denied().deny(PrimaryAnnotations.PAUSE)) {
      commands.add("catamaran pause " + name);
    }
    if (!isPaused && primary.requests().rollbackTo().isEmpty()) {
      commands.add("catamaran reconcile " + name);
    }
    if (!isPaused && !primary.kind().denied().deny(PrimaryAnnotations.ROLLBACK_TO)) {
      commands.add("catamaran rollback " + name);
    }
    if (primary.annotation(PrimaryAnnotations.ROLLBACK_TO).isPresent()) {
      commands.add("catamaran rollback %s --end".formatted(name));
    }
    return commands;
  }

  private static Revision before(PrimaryObject primary, Releases.Found release) {
    return release
        .current(primary)
        .flatMap(current -> release.history().lastOtherBefore(current))
        .orElseThrow(
            () ->
                new ManagerException(
                    "release %s has no good revision with other objects before its current one; catamaran history %s shows all"
                        .formatted(release.key(), command(primary))));
  }

  private PrimaryObject ofChart(Target target) {
    var primary = scope.primary(target);
    if (!primary.isOfChart()) {
      throw new ManagerException(
          "%s has no release: its reconciler does not read the annotations of charts"
              .formatted(primary.title()));
    }
    return primary;
  }

  private PrimaryObject unpaused(Target target) {
    var primary = ofChart(target);
    if (primary.requests().isPaused()) {
      throw new ManagerException(
          "%s is paused, so the operator would do nothing; first: catamaran resume %s"
              .formatted(primary.title(), command(primary)));
    }
    return primary;
  }

  /** Without the entry in watches.yaml, only the status tells later that nothing happens. */
  private static void requireAllowed(PrimaryObject primary, String annotation) {
    if (primary.kind().denied().deny(annotation)) {
      throw new ManagerException(
          "%s: watches.yaml denies %s for this kind, so the operator would ignore it; take %s out of denyAnnotations first"
              .formatted(primary.title(), annotation, PrimaryAnnotations.shortName(annotation)));
    }
  }

  /**
   * Writes a revision to stay at. The operator answers only tokens, so that a wait needs one. The
   * reset causes no further revision, and a person's request is not held because of earlier
   * failures.
   */
  private void writeRollback(Target target, PrimaryObject primary, Optional<String> revision) {
    write(
        target,
        primary,
        Map.of(
            PrimaryAnnotations.ROLLBACK_TO,
            revision,
            PrimaryAnnotations.RESET_AT,
            Optional.of(clock.instant().toString())));
  }

  private void write(
      Target target, PrimaryObject primary, String annotation, Optional<String> value) {
    write(target, primary, Map.of(annotation, value));
  }

  private void write(
      Target target, PrimaryObject primary, Map<String, Optional<String>> annotations) {
    ObjectNode patch = JsonNodeFactory.instance.objectNode();
    var written = patch.putObject("metadata").putObject("annotations");
    annotations.forEach(
        (annotation, value) ->
            value.ifPresentOrElse(
                text -> written.put(annotation, text), () -> written.putNull(annotation)));
    scope
        .resource(primary.kind(), target)
        .patch(PatchContext.of(PatchType.JSON_MERGE), patch.toString());
  }

  private static Requested requested(
      PrimaryObject primary, String annotation, String value, String result, String next) {
    return new Requested(primary.title(), primary.namespace(), annotation, value, result, next);
  }

  private static String waiting(PrimaryObject primary) {
    return "To wait for the result: catamaran wait %s --for=ready".formatted(command(primary));
  }

  /** Returns the arguments that name the primary. */
  private static String command(PrimaryObject primary) {
    var namespace = primary.namespace().isEmpty() ? "" : " --namespace " + primary.namespace();
    return primary.title() + namespace;
  }
}
