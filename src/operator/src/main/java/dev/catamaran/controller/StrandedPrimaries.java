package dev.catamaran.controller;

import dev.catamaran.cluster.ApiResources;
import dev.catamaran.cluster.Finalizers;
import dev.catamaran.informer.Pages;
import dev.catamaran.informer.WatchedNamespaces;
import dev.catamaran.release.PrimaryIdentity;
import dev.catamaran.watch.Watch;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs the primaries that keep a finalizer after a change of watches.yaml. No controller removes it
 * when they are deleted.
 */
public record StrandedPrimaries(
    KubernetesClient client, ApiResources apis, WatchedNamespaces namespaces) {
  private static final Logger log = LoggerFactory.getLogger(StrandedPrimaries.class);
  private static final int LISTED = 20;

  /** Warns of the primaries of a removed watch. */
  void warnOfAll(Watch removed) {
    warn(removed, "", "is watched no longer", "the watch");
  }

  /** Warns of the primaries that a new selector excludes. */
  void warnOfUnselected(Watch edited) {
    if (!edited.options().selector().isEmpty()) {
      warn(
          edited,
          edited.options().selector().toSelectorString(),
          "has another selector",
          "the labels or the selector");
    }
  }

  /**
   * Warns of releases of kinds without a watch. The watch may have been removed while no operator
   * ran.
   *
   * @param primaries owners of the releases
   */
  public void warnOfForgotten(Set<PrimaryIdentity> primaries) {
    if (!primaries.isEmpty()) {
      log.warn(
          "No watch names the kinds of {} primaries with a release: {}. If no other operator reconciles them, "
              + "put their watches back, so that they are cleaned up when they are deleted",
          primaries.size(),
          listed(primaries.stream().map(PrimaryIdentity::toString).sorted().toList()));
    }
  }

  private static String listed(List<String> names) {
    return names.stream().limit(LISTED).collect(Collectors.joining(", "))
        + (names.size() > LISTED ? " and more" : "");
  }

  /** Returns at once: the webhook that converts them may not answer for minutes. */
  private void warn(Watch watch, String selector, String what, String remedy) {
    Thread.startVirtualThread(() -> find(watch, selector, what, remedy));
  }

  private void find(Watch watch, String selector, String what, String remedy) {
    try {
      apis.find(watch.gvk().apiVersion(), watch.gvk().kind())
          .ifPresent(api -> warn(watch, what, remedy, api, stranded(api, selector)));
    } catch (KubernetesClientException e) {
      log.warn(
          "{} {}, and which primaries keep a finalizer cannot be found out: {}",
          watch.gvk(),
          what,
          e.getMessage());
    }
  }

  private static void warn(
      Watch watch,
      String what,
      String remedy,
      ResourceDefinitionContext api,
      List<String> stranded) {
    if (!stranded.isEmpty()) {
      log.warn(
          "{} {}, and {} of its primaries keep a finalizer, so that they cannot go when they are deleted: {}. "
              + "Put {} back, and they are cleaned up; or let each go and its release stay: "
              + "kubectl edit {}.{} NAME -n NAMESPACE, and delete the line "
              + Finalizers.OURS
              + " of metadata.finalizers",
          watch.gvk(),
          what,
          stranded.size(),
          listed(stranded),
          remedy,
          api.getPlural(),
          api.getGroup());
    }
  }

  private List<String> stranded(ResourceDefinitionContext api, String selector) {
    var selected = selector.isEmpty() ? Set.<String>of() : names(api, selector, primary -> true);
    return names(api, "", primary -> isHeld(primary, api)).stream()
        .filter(name -> !selected.contains(name))
        .toList();
  }

  private Set<String> names(
      ResourceDefinitionContext api,
      String selector,
      Predicate<GenericKubernetesResource> isMeant) {
    var names = new TreeSet<String>();
    Consumer<GenericKubernetesResource> note =
        primary -> {
          if (isMeant.test(primary)) {
            names.add(name(primary));
          }
        };
    var all = client.genericKubernetesResources(api);
    if (api.isNamespaceScoped() && !namespaces.names().isEmpty()) {
      for (var namespace : namespaces.names()) {
        Pages.each(all.inNamespace(namespace).withLabelSelector(selector)::list, note);
      }
    } else {
      Pages.each(all.inAnyNamespace().withLabelSelector(selector)::list, note);
    }
    return names;
  }

  /** Whether a primary has our finalizer, or the one that the SDK gives typed reconcilers. */
  private static boolean isHeld(GenericKubernetesResource primary, ResourceDefinitionContext api) {
    var ofTheSdk = api.getPlural() + "." + api.getGroup() + "/finalizer";
    return primary.getMetadata().getFinalizers().stream()
        .anyMatch(name -> name.equals(Finalizers.OURS) || name.equals(ofTheSdk));
  }

  private static String name(GenericKubernetesResource primary) {
    var meta = primary.getMetadata();
    return Optional.ofNullable(meta.getNamespace()).map(n -> n + "/").orElse("") + meta.getName();
  }
}
