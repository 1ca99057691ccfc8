package dev.catamaran.inspect;

import dev.catamaran.api.ManagerException;
import dev.catamaran.rollout.RolloutKind;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** Asks rollouts to go on, stop or return. */
public final class RolloutRequests {
  private static final Pattern DIGEST = Pattern.compile("[0-9a-f]{20}");

  private final KubernetesClient client;
  private final FoundRollouts found;

  /** Asks with the rights of {@code client}. */
  public RolloutRequests(KubernetesClient client, FoundRollouts found) {
    this.client = client;
    this.found = found;
  }

  /** Returns the commands that make sense for a rollout. */
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
   * A request that was written.
   *
   * @param rollout its name
   * @param spec what was written into its spec
   * @param result what follows
   */
  public record Asked(String rollout, String namespace, String spec, String result) {
    /** Returns the lines for people. */
    public List<String> lines() {
      return List.of(
          rollout + " " + result,
          "To see how far it is: catamaran rollout status --namespace " + namespace);
    }
  }

  /**
   * Approves waves.
   *
   * @param which name or kind; the digest of a plan, which it then keeps to
   * @param wave the last approved one; 0 for the one that it waits for
   */
  public Asked approve(String which, int wave) {
    return DIGEST.matcher(which).matches() ? approvePlan(which, wave) : approve(find(which), wave);
  }

  /** The operator may find that the plan is not the present one. It says so in the status. */
  private Asked approvePlan(String digest, int wave) {
    var open = found.rollouts().stream().filter(rollout -> !rollout.isClosed()).toList();
    var rollout =
        open.stream()
            .filter(one -> one.plan().equals(digest))
            .findFirst()
            .or(() -> open.size() == 1 ? Optional.of(open.getFirst()) : Optional.empty())
            .orElseThrow(
                () ->
                    new ManagerException(
                        "no open rollout has the plan %s; catamaran rollout status shows their plans"
                            .formatted(digest)));
    int approved = wave > 0 ? wave : rollout.wave();
    return ask(
        rollout,
        "{\"approvedWave\":%d,\"approvedPlan\":\"%s\"}".formatted(approved, digest),
        "may go on up to wave %d of %d, and keeps to the plan %s: a primary with another change waits"
            .formatted(approved, rollout.waves(), digest));
  }

  private Asked approve(FoundRollout rollout, int wave) {
    int approved = wave > 0 ? wave : rollout.wave();
    return ask(
        rollout,
        "{\"approvedWave\":%d}".formatted(approved),
        "may go on up to wave %d of %d".formatted(approved, rollout.waves()));
  }

  /** Stops before the next primary. */
  public Asked pause(String which) {
    return ask(find(which), "{\"paused\":true}", "is paused: no further primary is changed");
  }

  /**
   * Goes on.
   *
   * @param failures how many may fail in a wave; 0 for as many as watches.yaml says
   */
  public Asked resume(String which, int failures) {
    return ask(
        find(which),
        // A policy may ask for a permission of its own where this field is set.
        "{\"paused\":false,\"allowedFailures\":%s}".formatted(failures > 0 ? failures : "null"),
        "goes on");
  }

  /** Lets changed primaries go back. */
  public Asked undo(String which) {
    return ask(
        find(which),
        "{\"undo\":true}",
        "is undone: changed primaries go back to the objects that they had");
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

  private Asked ask(FoundRollout rollout, String spec, String result) {
    client
        .genericKubernetesResources(RolloutKind.API)
        .inNamespace(rollout.namespace())
        .withName(rollout.name())
        .patch(PatchContext.of(PatchType.JSON_MERGE), "{\"spec\":%s}".formatted(spec));
    return new Asked(rollout.name(), rollout.namespace(), spec, result);
  }
}
