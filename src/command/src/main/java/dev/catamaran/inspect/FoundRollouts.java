package dev.catamaran.inspect;

import com.fasterxml.jackson.annotation.JsonIgnore;
import dev.catamaran.api.ManagerException;
import dev.catamaran.inspect.Ink.Paint;
import dev.catamaran.rollout.RolloutKind;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.net.HttpURLConnection;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The ChartRollouts of a cluster: how far changed charts are, and requests to go on, stop or
 * return.
 *
 * @param rollouts by kind, and of each kind the newest first
 */
public record FoundRollouts(List<FoundRollout> rollouts) {
  private static final Pattern DIGEST = Pattern.compile("[0-9a-f]{20}");

  /** Copies the list. */
  public FoundRollouts {
    rollouts = List.copyOf(rollouts);
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
   * Lists those in a namespace.
   *
   * @param namespace the operator's; empty for all
   * @throws ManagerException if the cluster has no such kind
   */
  public static FoundRollouts of(KubernetesClient client, Optional<String> namespace) {
    var kind = client.genericKubernetesResources(RolloutKind.API);
    try {
      var found =
          namespace
              .map(kind::inNamespace)
              .map(n -> n.list())
              .orElseGet(() -> kind.inAnyNamespace().list());
      return of(found.getItems());
    } catch (KubernetesClientException e) {
      if (e.getCode() == HttpURLConnection.HTTP_NOT_FOUND) {
        throw new ManagerException(
            "the cluster has no ChartRollouts: no kind in watches.yaml has rollout, or its CRD is not installed (make manifests install)");
      }
      throw e;
    }
  }

  static FoundRollouts of(List<GenericKubernetesResource> objects) {
    return new FoundRollouts(
        objects.stream()
            .map(FoundRollout::of)
            .sorted(
                Comparator.comparing(FoundRollout::kind)
                    .thenComparing(Comparator.comparingInt(FoundRollout::number).reversed()))
            .toList());
  }

  /**
   * Returns the newest of each kind.
   *
   * @param which the one to return, by its name or kind; empty for all
   * @throws ManagerException if there is no such one
   */
  public FoundRollouts newest(Optional<String> which) {
    if (which.isEmpty()) {
      return newest();
    }
    return new FoundRollouts(
        List.of(
            one(which.get(), rollout -> true)
                .orElseThrow(
                    () ->
                        new ManagerException(
                            "no rollout is named %s, or is of that kind; catamaran rollout history shows all"
                                .formatted(which.get())))));
  }

  /** Returns the newest that a person means; empty for none. */
  private Optional<FoundRollout> one(String which, Predicate<FoundRollout> filter) {
    var found =
        newest().rollouts().stream()
            .filter(rollout -> rollout.isMeantBy(which))
            .filter(filter)
            .toList();
    if (found.size() > 1) {
      throw new ManagerException(
          "%s may be %s; name one with --namespace and KIND.GROUP"
              .formatted(
                  which,
                  found.stream()
                      .map(one -> "%s in namespace %s".formatted(one.kind(), one.namespace()))
                      .collect(Collectors.joining(" or "))));
    }
    return found.stream()
        .findFirst()
        .or(() -> rollouts.stream().filter(one -> one.name().equals(which)).findFirst());
  }

  /** Whether all are completed. */
  @JsonIgnore
  public boolean areCompleted() {
    return rollouts.stream().allMatch(rollout -> rollout.phase().equals("Completed"));
  }

  /** Whether all are over, or go on only if a person does something. */
  @JsonIgnore
  public boolean areSettled() {
    return rollouts.stream().allMatch(FoundRollout::isSettled);
  }

  /** Returns the newest of each kind and operator: each operator's are in its namespace. */
  public FoundRollouts newest() {
    return new FoundRollouts(
        List.copyOf(
            rollouts.stream()
                .collect(
                    Collectors.toMap(
                        // Two operators may have the same kind.
                        one -> one.kind() + " " + one.namespace(),
                        one -> one,
                        (first, other) -> first,
                        TreeMap::new))
                .values()));
  }

  /** Returns the lines for people. */
  public List<String> lines(Paint paint) {
    if (rollouts.isEmpty()) {
      return List.of("no rollouts: no chart has changed since its kind has them");
    }
    var table = Table.of(FoundRollout.HEAD, rollouts.stream().map(FoundRollout::cells).toList());
    var lines = new ArrayList<>(List.of(table.head(paint)));
    for (var rollout : rollouts) {
      lines.add(table.line(rollout.cells(), paint));
      rollout.details().forEach(lines::add);
    }
    return lines;
  }

  /**
   * Approves waves.
   *
   * @param which name or kind; the digest of a plan, which it then keeps to
   * @param wave the last approved one; 0 for the one that it waits for
   */
  public Asked approve(KubernetesClient client, String which, int wave) {
    return DIGEST.matcher(which).matches()
        ? approvePlan(client, which, wave)
        : approve(client, find(which), wave);
  }

  /** The operator may find that the plan is not the present one. It says so in the status. */
  private Asked approvePlan(KubernetesClient client, String digest, int wave) {
    var open = rollouts.stream().filter(rollout -> !rollout.isClosed()).toList();
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
        client,
        rollout,
        "{\"approvedWave\":%d,\"approvedPlan\":\"%s\"}".formatted(approved, digest),
        "may go on up to wave %d of %d, and keeps to the plan %s: a primary with another change waits"
            .formatted(approved, rollout.waves(), digest));
  }

  private static Asked approve(KubernetesClient client, FoundRollout rollout, int wave) {
    int approved = wave > 0 ? wave : rollout.wave();
    return ask(
        client,
        rollout,
        "{\"approvedWave\":%d}".formatted(approved),
        "may go on up to wave %d of %d".formatted(approved, rollout.waves()));
  }

  /** Stops before the next primary. */
  public Asked pause(KubernetesClient client, String which) {
    return ask(
        client, find(which), "{\"paused\":true}", "is paused: no further primary is changed");
  }

  /**
   * Goes on.
   *
   * @param failures how many may fail in a wave; 0 for as many as watches.yaml says
   */
  public Asked resume(KubernetesClient client, String which, int failures) {
    return ask(
        client,
        find(which),
        // A policy may ask for a permission of its own where this field is set.
        "{\"paused\":false,\"allowedFailures\":%s}".formatted(failures > 0 ? failures : "null"),
        "goes on");
  }

  /** Lets changed primaries go back. */
  public Asked undo(KubernetesClient client, String which) {
    return ask(
        client,
        find(which),
        "{\"undo\":true}",
        "is undone: changed primaries go back to the objects that they had");
  }

  private FoundRollout find(String which) {
    return one(which, rollout -> !rollout.isClosed())
        .orElseThrow(
            () ->
                new ManagerException(
                    "no open rollout is named %s, or is of that kind; catamaran rollout history shows all"
                        .formatted(which)));
  }

  private static Asked ask(
      KubernetesClient client, FoundRollout rollout, String spec, String result) {
    client
        .genericKubernetesResources(RolloutKind.API)
        .inNamespace(rollout.namespace())
        .withName(rollout.name())
        .patch(PatchContext.of(PatchType.JSON_MERGE), "{\"spec\":" + spec + "}");
    return new Asked(rollout.name(), rollout.namespace(), spec, result);
  }
}
