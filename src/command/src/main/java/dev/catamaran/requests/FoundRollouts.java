package dev.catamaran.requests;

import com.fasterxml.jackson.annotation.JsonIgnore;
import dev.catamaran.api.ManagerException;
import dev.catamaran.informer.Pages;
import dev.catamaran.rollout.RolloutKind;
import dev.catamaran.terminal.Ink.Paint;
import dev.catamaran.terminal.Table;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.GenericKubernetesResourceList;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.FilterWatchListDeletable;
import io.fabric8.kubernetes.client.dsl.Listable;
import io.fabric8.kubernetes.client.dsl.Resource;
import java.net.HttpURLConnection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * The ChartRollouts of a cluster: how far changed charts are.
 *
 * @param rollouts by kind, and of each kind the newest first
 */
public record FoundRollouts(List<FoundRollout> rollouts) {
  public static final FoundRollouts NONE = new FoundRollouts(List.of());

  /**
   * Lists those in a namespace.
   *
   * @param namespace the operator's; empty for all
   */
  public static FoundRollouts of(KubernetesClient client, Optional<String> namespace) {
    return of(list(in(client, namespace)));
  }

  /**
   * Waits until each of the newest rollouts is over, or goes on only if a person does something
   * about its failures. Returns their state at the end, or after the timeout.
   *
   * @param namespace the operator's; empty for all
   * @param which name, kind or edition of the one to wait for; empty for the newest of each kind.
   *     One of an edition need not have begun.
   */
  public static FoundRollouts awaited(
      KubernetesClient client,
      Optional<String> namespace,
      Optional<String> which,
      Duration timeout,
      Consumer<String> progress) {
    var objects = in(client, namespace);
    var last =
        Watching.until(
            objects,
            // Says why there are none; an informer would try again and again.
            list(objects),
            found -> of(found).begun(which),
            found -> found.isOver(which),
            timeout,
            new Watching.Progress<>(
                Duration.ZERO, found -> found.isOver(which) ? "" : found.standing(), progress));
    if (which.isPresent() && last.rollouts().isEmpty()) {
      var earlier = of(list(objects)).rollouts().stream().filter(one -> one.isMeantBy(which.get()));
      throw new ManagerException(
          "no rollout to the edition %s has begun%s"
              .formatted(
                  which.get(),
                  earlier
                      .findFirst()
                      .map(one -> " since %s, which is %s".formatted(one.name(), one.state()))
                      .orElse(
                          ": does an operator run with its chart, and has its kind `rollout` in"
                              + " watches.yaml? catamaran rollout status shows all")));
    }
    return last;
  }

  private static FilterWatchListDeletable<
          GenericKubernetesResource,
          GenericKubernetesResourceList,
          Resource<GenericKubernetesResource>>
      in(KubernetesClient client, Optional<String> namespace) {
    var all = client.genericKubernetesResources(RolloutKind.API);
    return namespace.isPresent() ? all.inNamespace(namespace.get()) : all.inAnyNamespace();
  }

  private static List<GenericKubernetesResource> list(
      Listable<GenericKubernetesResourceList> objects) {
    try {
      return Pages.all(objects::list);
    } catch (KubernetesClientException e) {
      if (e.getCode() == HttpURLConnection.HTTP_NOT_FOUND) {
        throw new ManagerException(
            "the cluster has no ChartRollouts: no kind in watches.yaml has rollout, or its CRD is"
                + " not installed (make manifests install)");
      }
      throw e;
    }
  }

  /**
   * Returns the newest; none if an edition is meant that none of them brings: it may still begin.
   */
  FoundRollouts begun(Optional<String> which) {
    return which
        .filter(FoundRollout::isEdition)
        .map(edition -> new FoundRollouts(one(edition, any -> true).stream().toList()))
        .orElseGet(() -> newest(which));
  }

  private boolean isOver(Optional<String> which) {
    return (which.isEmpty() || !rollouts.isEmpty()) && areSettled();
  }

  private String standing() {
    return rollouts.stream().map(FoundRollout::standing).collect(Collectors.joining("; "));
  }

  public static FoundRollouts of(List<GenericKubernetesResource> objects) {
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

  Optional<FoundRollout> one(String which, Predicate<FoundRollout> filter) {
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
        .or(
            () ->
                rollouts.stream()
                    .filter(one -> one.name().equals(which))
                    .filter(filter)
                    .findFirst());
  }

  /** Returns the newest of each kind; none for who may not list rollouts. */
  public static FoundRollouts listed(KubernetesClient client) {
    try {
      return of(client, Optional.empty()).newest();
    } catch (ManagerException | KubernetesClientException e) {
      return NONE;
    }
  }

  /** Returns the one of a kind that brings or brought an edition. */
  public Optional<FoundRollout> of(String kind, String edition) {
    return rollouts.stream()
        .filter(one -> one.kind().equals(kind) && one.to().equals(edition))
        .findFirst();
  }

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

  public List<String> lines(Paint paint) {
    if (rollouts.isEmpty()) {
      return List.of("no rollouts: no chart has changed since its kind has them");
    }
    var rows = rollouts.stream().map(FoundRollout::cells).toList();
    var table = new Table(FoundRollout.HEAD, rows).lines(paint);
    var lines = new ArrayList<>(table.subList(0, 1));
    for (int i = 0; i < rollouts.size(); i++) {
      lines.add(table.get(i + 1));
      rollouts.get(i).details().forEach(detail -> lines.add("  " + detail));
    }
    return lines;
  }
}
