package dev.catamaran.importing;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.apache.commons.codec.digest.DigestUtils;

/**
 * A HelmRelease of Flux (helm.toolkit.fluxcd.io/v2). Pure.
 *
 * @param namespace of the HelmRelease
 * @param labels its labels
 * @param spec its fields
 * @param status its observed state
 */
record HelmReleaseSpec(
    String namespace, String name, JsonNode labels, JsonNode spec, JsonNode status) {
  private static final String KUSTOMIZE = "kustomize.toolkit.fluxcd.io/";

  /** Helm's limit for names of releases. */
  private static final int LONGEST = 53;

  private static final int KEPT = 40;
  private static final int OF_DIGEST = 12;

  /** Fields that the import follows, and those without an effect on a release. */
  private static final Set<String> FOLLOWED =
      Set.of(
          "chart",
          "chartRef",
          "interval",
          "kubeConfig",
          "persistentClient",
          "releaseName",
          "storageNamespace",
          "suspend",
          "targetNamespace",
          "values",
          "valuesFrom");

  /** What becomes of the other fields. */
  private static final Map<String, String> NOT_FOLLOWED =
      new TreeMap<>(
          Map.ofEntries(
              Map.entry(
                  "postRenderers",
                  "the operator has no post-renderers: the release keeps what they made until its next revision, which is made without them; put them into the chart's templates"),
              Map.entry(
                  "commonMetadata",
                  "the next revision is made without these labels and annotations; put them into the chart's templates"),
              Map.entry(
                  "dependsOn",
                  "the annotation catamaran.dev/depends-on of the primary is its counterpart, once watches.yaml does not deny it"),
              Map.entry("driftDetection", "drift in watches.yaml is its counterpart"),
              Map.entry(
                  "install",
                  "remediation, timeout, wait and crds in watches.yaml are its counterparts"),
              Map.entry(
                  "install.createNamespace",
                  "the operator creates no namespace, and this one is there"),
              Map.entry(
                  "install.disableHooks",
                  "the annotation helm.sdk.operatorframework.io/install-disable-hooks of the primary is its counterpart, once watches.yaml does not deny it"),
              Map.entry(
                  "upgrade.disableHooks",
                  "the annotation helm.sdk.operatorframework.io/upgrade-disable-hooks of the primary is its counterpart, once watches.yaml does not deny it"),
              Map.entry(
                  "upgrade.force",
                  "the annotation helm.sdk.operatorframework.io/upgrade-force of the primary is its counterpart, once watches.yaml does not deny it"),
              Map.entry(
                  "upgrade",
                  "remediation, timeout, wait and crds in watches.yaml are its counterparts"),
              Map.entry("rollback", "remediation in watches.yaml is its counterpart"),
              Map.entry(
                  "uninstall", "the annotations uninstall-… of the primary are its counterparts"),
              Map.entry("test", "test in watches.yaml is its counterpart"),
              Map.entry("timeout", "timeout in watches.yaml is its counterpart"),
              Map.entry("maxHistory", "maxHistory in watches.yaml is its counterpart"),
              Map.entry(
                  "serviceAccountName", "serviceAccountName in watches.yaml is its counterpart"),
              Map.entry("waitStrategy", "wait in watches.yaml is its counterpart"),
              Map.entry("healthCheckExprs", "the operator has its own rules of readiness")));

  String title() {
    return namespace + "/" + name;
  }

  /** Returns namespace and name of the Kustomization that applies it; empty if none does. */
  Optional<String> kustomization() {
    return Optional.of(labels.path(KUSTOMIZE + "name").asText(""))
        .filter(found -> !found.isEmpty())
        .map(found -> labels.path(KUSTOMIZE + "namespace").asText(namespace) + "/" + found);
  }

  boolean isSuspended() {
    return spec.path("suspend").asBoolean();
  }

  boolean isRemote() {
    return spec.has("kubeConfig");
  }

  /** Returns the namespace of the release's objects. */
  String targetNamespace() {
    return spec.path("targetNamespace").asText(namespace);
  }

  /** Returns the namespace of the stored revisions. */
  String storageNamespace() {
    return status.path("storageNamespace").asText(spec.path("storageNamespace").asText(namespace));
  }

  boolean isStoredElsewhere() {
    return !storageNamespace().equals(targetNamespace());
  }

  /** Returns the name of the release, by the rules of Flux (its internal/release, ShortenName). */
  String releaseName() {
    var name =
        spec.path("releaseName")
            .asText(
                spec.has("targetNamespace")
                    ? spec.path("targetNamespace").asText() + "-" + this.name
                    : this.name);
    return name.length() <= LONGEST
        ? name
        : name.substring(0, KEPT) + "-" + DigestUtils.sha256Hex(name).substring(0, OF_DIGEST);
  }

  /** Returns a sentence for each field that the operator will not follow. */
  List<String> notes() {
    var followed = FluxSettings.of(spec).followed();
    var notes = new ArrayList<String>();
    for (var field : spec.properties()) {
      var name = field.getKey();
      if (!FOLLOWED.contains(name) && !followed.contains(name)) {
        note(name, field.getValue(), followed, notes);
      }
    }
    return notes;
  }

  /** A part with a sentence of its own gets it; the others are in one sentence. */
  private static void note(String name, JsonNode value, Set<String> followed, List<String> notes) {
    var parts = new ArrayList<String>();
    for (var part : value.properties()) {
      var path = name + "." + part.getKey();
      if (NOT_FOLLOWED.containsKey(path)) {
        notes.add(sentence(path, "", path));
      } else if (!followed.contains(path)) {
        parts.add(part.getKey());
      }
    }
    if (!parts.isEmpty()) {
      notes.add(sentence(name, " (" + String.join(", ", parts) + ")", name));
    } else if (value.properties().isEmpty()) {
      notes.add(sentence(name, "", name));
    }
  }

  private static String sentence(String name, String parts, String known) {
    return "spec.%s%s is not imported: %s"
        .formatted(
            name,
            parts,
            NOT_FOLLOWED.getOrDefault(known, "this version of the command does not know it"));
  }
}
