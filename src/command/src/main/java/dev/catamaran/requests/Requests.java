package dev.catamaran.requests;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.catamaran.api.ManagerException;
import dev.catamaran.inspect.Condition;
import dev.catamaran.inspect.PrimaryObject;
import dev.catamaran.inspect.PrimaryRelease;
import dev.catamaran.inspect.Scope;
import dev.catamaran.inspect.Target;
import dev.catamaran.primary.PrimaryAnnotations;
import dev.catamaran.release.Revision;
import dev.catamaran.requests.Requested.Answer;
import dev.catamaran.status.Reasons;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.time.Clock;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;

/** Writes the annotations by which a person directs the operator. */
public record Requests(Scope scope, Clock clock) {
  /** Suspends all changes of a primary's release. */
  public Requested pause(Target target) {
    var primary = ofChart(target);
    requireAllowed(primary, PrimaryAnnotations.PAUSE);
    return ask(
        primary,
        Map.of(PrimaryAnnotations.PAUSE, Optional.of("true")),
        seen -> seen.isTrue(Reasons.PAUSED),
        seen -> "is paused: the operator changes nothing of it, not even after its deletion",
        "To continue: catamaran resume " + command(primary));
  }

  public Requested resume(Target target) {
    var primary = ofChart(target);
    // Also a denied one, which would hold the release once it is allowed.
    boolean isAsked =
        primary
            .annotation(PrimaryAnnotations.PAUSE)
            .map(text -> new PrimaryAnnotations(Map.of(PrimaryAnnotations.PAUSE, text)))
            .filter(PrimaryAnnotations::isPaused)
            .isPresent();
    return isAsked
        ? askAgain(
            primary,
            PrimaryAnnotations.PAUSE,
            Optional.empty(),
            primary.isPaused()
                ? seen -> "is resumed: the operator " + following(seen)
                : seen ->
                    "was not paused, since the operator ignores %s here; the annotation is gone"
                        .formatted(PrimaryAnnotations.PAUSE))
        : requested(primary, "", Answer.ACCEPTED, "was not paused", "");
  }

  /** Causes one new revision, whatever failed before. */
  public Requested reconcile(Target target) {
    var primary = living(target);
    var stay = primary.requests().rollbackTo();
    if (stay.isPresent() && !primary.isIgnored(PrimaryAnnotations.ROLLBACK_TO)) {
      throw new ManagerException(
          "%s has %s: %d, so the operator would make no revision; first: catamaran rollback %s --undo"
              .formatted(
                  primary.title(),
                  PrimaryAnnotations.ROLLBACK_TO,
                  stay.getAsInt(),
                  command(primary)));
    }
    var plan = heldByPlan(primary);
    if (plan.isPresent()) {
      throw new ManagerException(
          "%s would get no revision: %s"
              .formatted(primary.title(), plan.get().sentence(primary.conditions())));
    }
    var token = clock.instant().toString();
    return ask(
        primary,
        // The second is answered by an attempt that ends before a revision, too.
        new TreeMap<>(
            Map.of(
                PrimaryAnnotations.RECONCILE_AT, Optional.of(token),
                PrimaryAnnotations.RESET_AT, Optional.of(token))),
        seen ->
            seen.status().answered().reconcileAt().equals(token)
                || (seen.status().answered().resetAt().equals(token) && seen.failure().isPresent()),
        seen -> "is reconciled: the operator has made a new revision",
        waiting(primary));
  }

  private static Optional<Condition> heldByPlan(PrimaryObject primary) {
    return primary
        .trueCondition(Reasons.SPEC_NOT_FOLLOWED)
        .filter(held -> held.reason().equals(Reasons.OTHER_THAN_PLANNED));
  }

  /** Restores all retries of the present input. */
  public Requested resetRetries(Target target) {
    var primary = unpaused(target);
    return askAgain(
        primary,
        PrimaryAnnotations.RESET_AT,
        Optional.empty(),
        seen ->
            primary.failure().isPresent()
                ? "had all its retries again: the operator has tried its input"
                : "has all its retries: no input of it had failed");
  }

  /**
   * Rolls a release back, and keeps it there.
   *
   * @param number of the revision; empty for the newest good one with other objects than the
   *     current one
   */
  public Requested rollback(Target target, OptionalInt number) {
    var primary = living(target);
    requireAllowed(primary, PrimaryAnnotations.ROLLBACK_TO);
    var release = PrimaryRelease.of(scope.client(), primary);
    int revision = number.isPresent() ? release.number(number) : before(release).number();
    return askAgain(
        primary,
        PrimaryAnnotations.ROLLBACK_TO,
        Optional.of(String.valueOf(revision)),
        seen ->
            "is rolled back to revision %d, and stays there whatever its spec says"
                .formatted(revision));
  }

  public Requested endRollback(Target target) {
    var primary = unpaused(target);
    return primary.annotation(PrimaryAnnotations.ROLLBACK_TO).isPresent()
        ? askAgain(primary, PrimaryAnnotations.ROLLBACK_TO, Optional.empty(), Requests::following)
        : requested(primary, "", Answer.ACCEPTED, "was not rolled back", "");
  }

  /**
   * Returns the commands that would not be refused now.
   *
   * @param earlier number of an earlier good revision
   */
  public static List<String> commands(PrimaryObject primary, Optional<Integer> earlier) {
    var commands = new ArrayList<String>();
    if (!primary.isOfChart() || primary.unwatched().isPresent() || primary.keepers().isPresent()) {
      return commands;
    }
    var name = command(primary);
    var denied = primary.kind().denied();
    if (primary.isPaused()) {
      commands.add("catamaran resume " + name);
      return commands;
    }
    if (!denied.deny(PrimaryAnnotations.PAUSE)) {
      commands.add("catamaran pause " + name);
    }
    if (primary.failure().isPresent()) {
      commands.add("catamaran retry " + name);
    }
    if (primary.isBeingDeleted()) {
      return commands;
    }
    if (primary.requests().rollbackTo().isEmpty() && heldByPlan(primary).isEmpty()) {
      commands.add("catamaran reconcile " + name);
    }
    if (!denied.deny(PrimaryAnnotations.ROLLBACK_TO)) {
      earlier.ifPresent(
          number -> commands.add("catamaran rollback %s --revision %d".formatted(name, number)));
    }
    if (primary.annotation(PrimaryAnnotations.ROLLBACK_TO).isPresent()) {
      commands.add("catamaran rollback %s --undo".formatted(name));
    }
    return commands;
  }

  private static Revision before(PrimaryRelease release) {
    var current = release.current().orElseThrow(release::missing);
    return release
        .history()
        .lastOtherBefore(current)
        .orElseThrow(
            () ->
                new ManagerException(
                    "release %s has no good revision with other objects before its current one; catamaran history %s shows all"
                        .formatted(release.key(), command(release.primary()))));
  }

  private PrimaryObject ofChart(Target target) {
    var primary = scope.primary(target);
    if (!primary.isOfChart()) {
      throw new ManagerException(
          "%s has no release: no operator has made one yet, or its reconciler does not read the annotations of charts"
              .formatted(primary.title()));
    }
    if (primary.unwatched().isPresent()) {
      throw new ManagerException(
          "%s: the operator of this watches.yaml does not do that: %s"
              .formatted(primary.title(), primary.unwatched().orElseThrow()));
    }
    var kept = primary.keepers();
    if (kept.isPresent()) {
      throw new ManagerException(primary.title() + kept.get());
    }
    return primary;
  }

  private PrimaryObject living(Target target) {
    var primary = unpaused(target);
    if (primary.isBeingDeleted()) {
      throw new ManagerException(
          "%s is being deleted, so the operator would make no revision".formatted(primary.title()));
    }
    return primary;
  }

  private PrimaryObject unpaused(Target target) {
    var primary = ofChart(target);
    if (primary.isPaused()) {
      throw new ManagerException(
          (primary.isBeingDeleted()
                  ? "%s is being deleted, and its pause alone keeps its release; this deletes it: catamaran resume %s"
                  : "%s is paused, so the operator would do nothing; first: catamaran resume %s")
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
   * Writes an annotation with a new token, which the operator answers after a pass. The token
   * causes no further revision, and a person's request is not held because of earlier failures.
   */
  private Requested askAgain(
      PrimaryObject primary,
      String annotation,
      Optional<String> value,
      Function<PrimaryObject, String> result) {
    var token = clock.instant().toString();
    var annotations = new LinkedHashMap<>(Map.of(annotation, value));
    annotations.put(PrimaryAnnotations.RESET_AT, Optional.of(token));
    return ask(
        primary,
        annotations,
        seen -> seen.status().answered().resetAt().equals(token),
        result,
        value.isPresent()
            ? "To follow the spec again: catamaran rollback %s --undo".formatted(command(primary))
            : waiting(primary));
  }

  private Requested ask(
      PrimaryObject primary,
      Map<String, Optional<String>> annotations,
      Predicate<PrimaryObject> isDone,
      Function<PrimaryObject, String> result,
      String next) {
    ObjectNode patch = JsonNodeFactory.instance.objectNode();
    var written = patch.putObject("metadata").putObject("annotations");
    annotations.forEach(
        (annotation, value) ->
            value.ifPresentOrElse(
                text -> written.put(annotation, text), () -> written.putNull(annotation)));
    var object = scope.resource(primary.kind(), primary.name());
    var last =
        Requested.awaited(
            object,
            object.patch(PatchContext.of(PatchType.JSON_MERGE), patch.toString()),
            found -> PrimaryObject.of(primary.kind(), found),
            found -> isDone.test(found) || ignored(found, annotations).isPresent());
    var request = written.toString();
    if (last.isEmpty()) {
      return requested(primary, request, Answer.ACCEPTED, "is deleted", "");
    }
    var seen = last.get();
    var ignored = ignored(seen, annotations);
    if (ignored.isPresent()) {
      var why = "has the request, and the operator ignores it: " + ignored.get();
      return requested(primary, request, Answer.REFUSED, why, look(primary));
    }
    var waits = dependency(seen);
    if (waits.isPresent()) {
      var why = "has the request, and waits: " + waits.get();
      return requested(primary, request, Answer.PENDING, why, waiting(primary));
    }
    if (!isDone.test(seen)) {
      return unanswered(seen, request);
    }
    var failure = seen.failure();
    if (failure.isPresent()) {
      boolean isRefused = seen.isTrue(Reasons.STALLED);
      var why =
          "has the request, and the operator %s: %s"
              .formatted(isRefused ? "waits for a change" : "failed", failure.get());
      var answer = isRefused ? Answer.REFUSED : Answer.FAILED;
      return requested(primary, request, answer, why, look(primary));
    }
    // What somebody holds is not worth a wait.
    boolean isInVain = next.equals(waiting(primary)) && seen.isTrue(Reasons.SPEC_NOT_FOLLOWED);
    return requested(
        primary, request, Answer.ACCEPTED, result.apply(seen), isInVain ? look(primary) : next);
  }

  /** Another annotation or a rollout may hold it. */
  private static String following(PrimaryObject seen) {
    if (seen.isBeingDeleted()) {
      return "deletes its release";
    }
    return seen.trueCondition(Reasons.SPEC_NOT_FOLLOWED)
        .map(held -> held.sentence(seen.conditions()))
        .or(seen::stay)
        .map("does not follow its spec: "::concat)
        .or(
            () ->
                seen.rolloutPending()
                    .map("follows its spec again, with the chart that it has: "::concat))
        .orElse("follows its spec again");
  }

  private Requested unanswered(PrimaryObject primary, String request) {
    var why =
        "has the request, and no operator has answered within %d s"
            .formatted(Requested.PATIENCE.toSeconds());
    var pending = pending(primary);
    if (pending.isPresent()) {
      return requested(
          primary,
          request,
          Answer.BUSY,
          why + ": " + PrimaryRelease.unfinished(pending.get()),
          waiting(primary));
    }
    var next =
        "Does an operator run that watches this kind and namespace? catamaran bug-report shows its pods and log";
    return requested(primary, request, Answer.NONE, why, next);
  }

  /** Returns the revision that is being made; empty too if this person must not read it. */
  private Optional<Revision> pending(PrimaryObject primary) {
    try {
      return PrimaryRelease.of(scope.client(), primary).pending();
    } catch (KubernetesClientException | ManagerException e) {
      return Optional.empty();
    }
  }

  private static Optional<String> ignored(
      PrimaryObject primary, Map<String, Optional<String>> annotations) {
    return primary
        .trueCondition(Reasons.ANNOTATIONS_IGNORED)
        .map(Condition::message)
        .filter(
            message ->
                annotations.entrySet().stream()
                    .anyMatch(one -> one.getValue().isPresent() && message.contains(one.getKey())));
  }

  /** Returns what a primary waits for that is not tried before another one is ready. */
  private static Optional<String> dependency(PrimaryObject primary) {
    return Condition.find(Reasons.READY, primary.conditions())
        .filter(ready -> !primary.isBehind())
        .filter(ready -> ready.reason().equals(Reasons.DEPENDENCY_NOT_READY))
        .map(Condition::message);
  }

  private static Requested requested(
      PrimaryObject primary, String request, Answer answer, String result, String next) {
    return new Requested(primary.title(), primary.namespace(), request, answer, result, next);
  }

  private static String look(PrimaryObject primary) {
    return "To see its state: catamaran status " + command(primary);
  }

  private static String waiting(PrimaryObject primary) {
    return "To wait for the result: catamaran wait %s --for=%s"
        .formatted(command(primary), primary.isBeingDeleted() ? "deleted" : "ready");
  }

  private static String command(PrimaryObject primary) {
    var namespace = primary.namespace().isEmpty() ? "" : " --namespace " + primary.namespace();
    return primary.title() + namespace;
  }
}
