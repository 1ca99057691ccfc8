package dev.catamaran.requests;

import dev.catamaran.api.ManagerException;
import dev.catamaran.requests.Requested.Answer;
import dev.catamaran.rollout.RolloutKind;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/** Asks rollouts to go on, stop or return. */
public record RolloutRequests(KubernetesClient client, FoundRollouts found) {
  private static final Pattern DIGEST = Pattern.compile("[0-9a-f]{20}");

  public static List<String> commands(FoundRollout rollout) {
    var of = rollout.name() + " --namespace " + rollout.namespace();
    var undo = "catamaran rollout undo " + of;
    var pause = "catamaran rollout pause " + of;
    var resume = "catamaran rollout resume " + of;
    return switch (rollout.phase()) {
      case "Waiting" ->
          List.of(
              "catamaran rollout approve %s --wave %d --namespace %s"
                  .formatted(
                      rollout.plan().isEmpty() ? rollout.name() : rollout.plan(),
                      rollout.wave(),
                      rollout.namespace()),
              pause,
              undo);
      case "Progressing" -> List.of(pause, undo);
      case "Paused" -> List.of(resume, undo);
      // It goes on only if it may have more failures.
      case "Halted" -> List.of(resume + " --allow-failures " + (rollout.failed().size() + 1), undo);
      default -> List.of();
    };
  }

  /**
   * Approves waves.
   *
   * @param which name or kind; the digest of a plan, which it then keeps to
   * @param wave the last approved one; empty for the one that it waits for
   */
  public Requested approve(String which, Optional<Integer> wave) {
    boolean isPlan = DIGEST.matcher(which).matches();
    var rollout = isPlan ? ofPlan(which) : find(which);
    if (rollout.isReturn() || rollout.phase().equals("Halted")) {
      throw new ManagerException(
          "rollout %s waits for no approval: it is %s".formatted(rollout.name(), rollout.state()));
    }
    if (!isPlan && wave.isEmpty() && rollout.phase().equals("Progressing")) {
      throw new ManagerException(
          "rollout %s waits for no approval: it is %s; --wave approves later waves"
              .formatted(rollout.name(), rollout.state()));
    }
    int approved = wave.orElse(rollout.wave());
    if (wave.filter(one -> one < 1 || one > rollout.waves()).isPresent()) {
      throw new ManagerException(
          "rollout %s has %d waves; --wave %d is none of them"
              .formatted(rollout.name(), rollout.waves(), approved));
    }
    return isPlan
        ? ask(
            rollout,
            "{\"approvedWave\":%d,\"approvedPlan\":\"%s\"}".formatted(approved, which),
            seen -> seen.approvedPlan().equals(which),
            "may go on up to wave %d of %d, and keeps to the plan %s: a custom resource with another change waits; it is %%s"
                .formatted(approved, rollout.waves(), which))
        : ask(
            rollout,
            // A digest that was refused would hold it further.
            "{\"approvedWave\":%d,\"approvedPlan\":%s}"
                .formatted(
                    approved,
                    rollout.approvedPlan().isEmpty()
                        ? "null"
                        : "\"" + rollout.approvedPlan() + "\""),
            seen -> !seen.phase().equals("Waiting") || seen.wave() <= approved,
            "may go on up to wave %d of %d; it is %%s".formatted(approved, rollout.waves()));
  }

  /** The operator may find that the plan is not the present one. */
  private FoundRollout ofPlan(String digest) {
    var open = found.rollouts().stream().filter(rollout -> !rollout.isClosed()).toList();
    return open.stream()
        .filter(one -> one.plan().equals(digest) || open.size() == 1)
        .findFirst()
        .orElseThrow(
            () ->
                new ManagerException(
                    "no open rollout has the plan %s; catamaran rollout status shows their plans"
                        .formatted(digest)));
  }

  /** Stops before the next primary. */
  public Requested pause(String which) {
    return ask(
        going(which),
        "{\"paused\":true}",
        seen -> seen.phase().equals("Paused"),
        "is paused: no further custom resource is changed");
  }

  /**
   * Goes on.
   *
   * @param failures how many may fail in a wave; 0 for as many as watches.yaml says
   */
  public Requested resume(String which, int failures) {
    var rollout = going(which);
    return ask(
        rollout,
        // A policy may ask for a permission of its own where this field is set.
        "{\"paused\":false,\"allowedFailures\":%s}".formatted(failures > 0 ? failures : "null"),
        seen -> !isStopped(seen),
        isStopped(rollout) || failures > 0 ? "is resumed; it is %s" : "was not paused; it is %s");
  }

  private FoundRollout going(String which) {
    var rollout = find(which);
    if (rollout.isReturn()) {
      throw new ManagerException(
          "rollout %s does not go on: it is %s".formatted(rollout.name(), rollout.state()));
    }
    return rollout;
  }

  private static boolean isStopped(FoundRollout rollout) {
    return List.of("Paused", "Halted").contains(rollout.phase());
  }

  /** Lets changed primaries go back. */
  public Requested undo(String which) {
    var rollout = find(which);
    if (List.of("Returned", "Failed").contains(rollout.phase())) {
      throw new ManagerException(
          "rollout %s has gone back already: it is %s".formatted(rollout.name(), rollout.state()));
    }
    return ask(
        rollout,
        "{\"undo\":true}",
        FoundRollout::isReturn,
        "is undone: changed custom resources go back to the objects that they had");
  }

  private FoundRollout find(String which) {
    return found
        .one(which, rollout -> !rollout.isClosed())
        .orElseThrow(
            () ->
                new ManagerException(
                    "no open rollout is named %s, or is of that kind; catamaran rollout history shows all"
                        .formatted(which)));
  }

  /**
   * Writes a request, and waits until the operator has answered it in the status.
   *
   * @param result what happens then, with a place for the state
   */
  private Requested ask(
      FoundRollout rollout, String spec, Predicate<FoundRollout> isDone, String result) {
    var object =
        client
            .genericKubernetesResources(RolloutKind.API)
            .inNamespace(rollout.namespace())
            .withName(rollout.name());
    var written =
        object.patch(PatchContext.of(PatchType.JSON_MERGE), "{\"spec\":%s}".formatted(spec));
    long asked = written.getMetadata().getGeneration();
    var seen =
        Requested.awaited(
                object,
                written,
                FoundRollout::of,
                now -> (now.answered() >= asked && isDone.test(now)) || now.isClosed())
            .orElseThrow(
                () -> new ManagerException("rollout %s is deleted".formatted(rollout.name())));
    if (seen.answered() < asked && !seen.isClosed()) {
      return new Requested(
          rollout.name(),
          rollout.namespace(),
          spec,
          Answer.NONE,
          "has the request, and no operator has answered within %d s; it is %s"
              .formatted(Requested.PATIENCE.toSeconds(), seen.state()),
          "Does its operator run? catamaran bug-report shows its pods and log");
    }
    boolean isAccepted = isDone.test(seen) && !seen.isClosed();
    return new Requested(
        rollout.name(),
        rollout.namespace(),
        spec,
        isAccepted ? Answer.ACCEPTED : Answer.REFUSED,
        (isAccepted ? result : "has the request, and is still %s").formatted(seen.state()),
        next(seen, isAccepted));
  }

  private static String next(FoundRollout seen, boolean isAccepted) {
    var place = " --namespace " + seen.namespace();
    if (isAccepted && seen.phase().equals("Paused")) {
      return "To go on: catamaran rollout resume " + seen.name() + place;
    }
    if (seen.phase().equals("Halted")) {
      return "To let more fail: " + commands(seen).getFirst();
    }
    return isAccepted
        ? "To wait for its end: catamaran rollout status %s --wait%s"
            .formatted(FoundRollout.shown(seen.to()), place)
        : "To see what it waits for: catamaran rollout status " + seen.name() + place;
  }
}
