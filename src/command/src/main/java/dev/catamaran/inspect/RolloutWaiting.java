package dev.catamaran.inspect;

import dev.catamaran.api.ManagerException;
import dev.catamaran.rollout.RolloutKind;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Waits for the end of rollouts by a watch. */
public final class RolloutWaiting {
  private final Optional<String> which;
  private final Consumer<String> progress;
  private FoundRollouts last = new FoundRollouts(List.of());
  private String shown = "";

  private RolloutWaiting(Optional<String> which, Consumer<String> progress) {
    this.which = which;
    this.progress = progress;
  }

  /**
   * Waits until each of the newest rollouts is over, or goes on only if a person does something
   * about its failures. Returns their state at the end, or after the timeout.
   *
   * @param namespace the operator's; empty for all
   * @param which name, kind or edition of the one to wait for; empty for the newest of each kind.
   *     One of an edition need not have begun.
   * @param progress receives what changes
   */
  public static FoundRollouts until(
      KubernetesClient client,
      Optional<String> namespace,
      Optional<String> which,
      Duration timeout,
      Consumer<String> progress) {
    var waiting = new RolloutWaiting(which, progress);
    // Says why there are none; an informer would try again and again.
    if (waiting.isOver(FoundRollouts.of(client, namespace))) {
      return waiting.last();
    }
    var kind = client.genericKubernetesResources(RolloutKind.API);
    var over =
        namespace
            .map(kind::inNamespace)
            .map(within -> within.informOnCondition(waiting::isOver))
            .orElseGet(() -> kind.inAnyNamespace().informOnCondition(waiting::isOver));
    try {
      var unused = Waiting.isDone(over, timeout);
    } finally {
      over.cancel(true);
    }
    return waiting.last();
  }

  private boolean isOver(List<GenericKubernetesResource> objects) {
    return isOver(FoundRollouts.of(objects));
  }

  private synchronized boolean isOver(FoundRollouts all) {
    last =
        which.filter(all::isAwaited).isPresent() ? new FoundRollouts(List.of()) : all.newest(which);
    var standing = String.join("; ", last.rollouts().stream().map(FoundRollout::standing).toList());
    boolean isOver = (which.isEmpty() || !last.rollouts().isEmpty()) && last.areSettled();
    if (!isOver && !standing.equals(shown)) {
      shown = standing;
      progress.accept(TerminalText.oneLine(standing));
    }
    return isOver;
  }

  private synchronized FoundRollouts last() {
    if (which.isPresent() && last.rollouts().isEmpty()) {
      throw new ManagerException(
          "no rollout to the edition %s has begun: does an operator run with its chart, and has its kind `rollout` in watches.yaml? catamaran rollout status shows all"
              .formatted(which.get()));
    }
    return last;
  }
}
