package dev.catamaran.importing;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.commons.codec.digest.DigestUtils;

/**
 * A HelmRelease of Flux (helm.toolkit.fluxcd.io/v2). Pure.
 *
 * @param namespace of the HelmRelease
 * @param spec its fields
 * @param status its observed state
 */
record HelmReleaseSpec(String namespace, String name, JsonNode spec, JsonNode status) {
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
              Map.entry(
                  "driftDetection",
                  "drift in watches.yaml is its counterpart; the operator repairs drift by default"),
              Map.entry(
                  "install",
                  "remediation, timeout, wait and crds in watches.yaml are its counterparts"),
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
    var notes = new ArrayList<String>();
    spec.fieldNames()
        .forEachRemaining(
            field -> {
              if (!FOLLOWED.contains(field)) {
                notes.add(
                    "spec.%s%s is not imported: %s"
                        .formatted(
                            field,
                            below(spec.path(field)),
                            NOT_FOLLOWED.getOrDefault(
                                field, "this version of the command does not know it")));
              }
            });
    return notes;
  }

  private static String below(JsonNode value) {
    var names = new ArrayList<String>();
    value.fieldNames().forEachRemaining(names::add);
    return names.isEmpty() ? "" : " (" + String.join(", ", names) + ")";
  }
}
