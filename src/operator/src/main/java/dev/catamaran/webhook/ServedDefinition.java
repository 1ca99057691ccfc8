package dev.catamaran.webhook;

import dev.catamaran.api.GroupVersionKind;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinitionStatus;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinitionVersion;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The part of a CustomResourceDefinition that the API server serves.
 *
 * @param versions in the order of the definition; empty until it is established
 * @param asksWebhook whether a webhook converts objects between the versions
 * @param generation of the whole definition, schemas included
 */
public record ServedDefinition(
    String group, String kind, List<String> versions, boolean asksWebhook, long generation) {
  /** Copies the list. */
  public ServedDefinition {
    versions = List.copyOf(versions);
  }

  /**
   * Reads a definition. During its deletion a definition still serves its primaries until their
   * cleanup ends.
   */
  public static ServedDefinition of(CustomResourceDefinition definition) {
    var spec = definition.getSpec();
    return new ServedDefinition(
        spec.getGroup(),
        spec.getNames().getKind(),
        isEstablished(definition)
            ? spec.getVersions().stream()
                .filter(version -> Boolean.TRUE.equals(version.getServed()))
                .map(CustomResourceDefinitionVersion::getName)
                .toList()
            : List.of(),
        spec.getConversion() != null && "Webhook".equals(spec.getConversion().getStrategy()),
        Optional.ofNullable(definition.getMetadata().getGeneration()).orElse(0L));
  }

  /** Whether {@code other} serves the same kinds in the same way, whatever their schemas. */
  public boolean servesAs(ServedDefinition other) {
    return group.equals(other.group)
        && kind.equals(other.kind)
        && versions.equals(other.versions)
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

  /**
   * Returns whether the definition is established. A new definition has a status without
   * conditions.
   */
  private static boolean isEstablished(CustomResourceDefinition definition) {
    return Optional.ofNullable(definition.getStatus())
        .map(CustomResourceDefinitionStatus::getConditions)
        .stream()
        .flatMap(List::stream)
        .anyMatch(c -> c.getType().equals("Established") && c.getStatus().equals("True"));
  }
}
