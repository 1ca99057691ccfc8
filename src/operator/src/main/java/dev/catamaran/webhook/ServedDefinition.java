package dev.catamaran.webhook;

import dev.catamaran.api.GroupVersionKind;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinitionCondition;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinitionStatus;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinitionVersion;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The part of a CustomResourceDefinition that the API server serves.
 *
 * @param resource plural and scope
 * @param versions in the order of the definition; empty until it is established
 * @param conflict why its names are not accepted; empty if they are
 * @param asksWebhook whether a webhook converts objects between the versions
 * @param generation of the whole definition, schemas included
 */
public record ServedDefinition(
    String group,
    String kind,
    String resource,
    List<String> versions,
    Optional<String> conflict,
    boolean asksWebhook,
    long generation) {

  /**
   * Reads a definition. During its deletion a definition still serves its primaries until their
   * cleanup ends.
   */
  public static ServedDefinition of(CustomResourceDefinition definition) {
    var spec = definition.getSpec();
    return new ServedDefinition(
        spec.getGroup(),
        spec.getNames().getKind(),
        spec.getNames().getPlural() + ", " + spec.getScope(),
        isEstablished(definition)
            ? spec.getVersions().stream()
                .filter(version -> Boolean.TRUE.equals(version.getServed()))
                .map(CustomResourceDefinitionVersion::getName)
                .toList()
            : List.of(),
        condition(definition, "NamesAccepted")
            .filter(condition -> condition.getStatus().equals("False"))
            .map(CustomResourceDefinitionCondition::getMessage),
        spec.getConversion() != null && "Webhook".equals(spec.getConversion().getStrategy()),
        Optional.ofNullable(definition.getMetadata().getGeneration()).orElse(0L));
  }

  /** Whether {@code other} serves the same kinds in the same way, whatever their schemas. */
  public boolean servesAs(ServedDefinition other) {
    return group.equals(other.group)
        && kind.equals(other.kind)
        && resource.equals(other.resource)
        && versions.equals(other.versions)
        && conflict.equals(other.conflict)
        && asksWebhook == other.asksWebhook;
  }

  /** Returns whether the definition serves a kind, in exactly this version. */
  public boolean serves(GroupVersionKind gvk) {
    return isOf(gvk) && versions.contains(gvk.version());
  }

  /** Returns whether it defines a kind, in any version. */
  public boolean isOf(GroupVersionKind gvk) {
    return group.equals(gvk.group()) && kind.equals(gvk.kind());
  }

  /**
   * Returns sentences about probable mistakes.
   *
   * @param convertible versions with converters, beside {@code gvk}'s version
   */
  public List<String> doubts(GroupVersionKind gvk, Set<String> convertible) {
    if (conflict.isPresent()) {
      return List.of(
          "%s: its CRD is not established: %s; give it names that no other CRD of the group has"
              .formatted(gvk, conflict.get()));
    }
    if (!versions.isEmpty() && !versions.contains(gvk.version())) {
      return List.of(
          "%s: its CRD serves %s, but not %s; name a served version in watches.yaml, or let the CRD serve this one"
              .formatted(gvk, versions, gvk.version()));
    }
    var others = versions.stream().filter(version -> !version.equals(gvk.version())).toList();
    var missing = others.stream().filter(version -> !convertible.contains(version)).toList();
    var doubts = new ArrayList<String>();
    if (!missing.isEmpty() && asksWebhook) {
      doubts.add(
          "%s: its CRD has a webhook convert %s, and no Converter is declared for it; unless another server answers that webhook, such objects cannot be read"
              .formatted(gvk, missing));
    } else if (!missing.isEmpty() && convertible.isEmpty()) {
      doubts.add(
          "%s: its CRD serves %s too, and no Converter is declared: objects go from one version to the other with nothing changed but apiVersion"
              .formatted(gvk, missing));
    } else if (!missing.isEmpty()) {
      doubts.add(
          "%s: its CRD serves %s too, and no Converter is declared for it".formatted(gvk, missing));
    }
    if (!convertible.isEmpty() && !asksWebhook && !versions.isEmpty()) {
      doubts.add(
          "%s: a Converter is declared, but its CRD has no spec.conversion with strategy Webhook; it is never asked"
              .formatted(gvk));
    }
    return doubts;
  }

  private static boolean isEstablished(CustomResourceDefinition definition) {
    return condition(definition, "Established")
        .filter(condition -> condition.getStatus().equals("True"))
        .isPresent();
  }

  /** Returns a condition. A new definition has a status without conditions. */
  private static Optional<CustomResourceDefinitionCondition> condition(
      CustomResourceDefinition definition, String type) {
    return Optional.ofNullable(definition.getStatus())
        .map(CustomResourceDefinitionStatus::getConditions)
        .stream()
        .flatMap(List::stream)
        .filter(condition -> condition.getType().equals(type))
        .findFirst();
  }
}
