package dev.catamaran.importing;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.stream.Stream;
import org.apache.commons.codec.digest.DigestUtils;

/** A HelmRelease of Flux (helm.toolkit.fluxcd.io/v2). Pure. */
record HelmReleaseSpec(JsonNode object) {
  private static final String FOLLOWED =
      "chart chartRef interval kubeConfig persistentClient releaseName storageNamespace suspend targetNamespace values valuesFrom";

  private static final String KUSTOMIZE = "kustomize.toolkit.fluxcd.io/";

  /** Helm's limit for names of releases. */
  private static final int LONGEST = 53;

  private static final int KEPT = 40;
  private static final int OF_DIGEST = 12;

  String name() {
    return object.path("metadata").path("name").asText();
  }

  String namespace() {
    return object.path("metadata").path("namespace").asText();
  }

  JsonNode spec() {
    return object.path("spec");
  }

  String title() {
    return ToolObjects.title(object);
  }

  /** Returns the namespace of the release's objects. */
  String targetNamespace() {
    return spec().path("targetNamespace").asText(namespace());
  }

  /** Returns the namespace of the stored revisions. */
  String storageNamespace() {
    return object
        .at("/status/storageNamespace")
        .asText(spec().path("storageNamespace").asText(namespace()));
  }

  /** Returns the name of the release, by the rules of Flux (its internal/release, ShortenName). */
  String releaseName() {
    var usual = spec().has("targetNamespace") ? targetNamespace() + "-" + name() : name();
    var name = spec().path("releaseName").asText(usual);
    return name.length() <= LONGEST
        ? name
        : name.substring(0, KEPT) + "-" + DigestUtils.sha256Hex(name).substring(0, OF_DIGEST);
  }

  /** Returns a sentence about fields that the operator will not follow, and for who writes it. */
  List<String> notes() {
    var labels = object.path("metadata").path("labels");
    var writer =
        Stream.of(labels.path(KUSTOMIZE + "name"))
            .filter(JsonNode::isTextual)
            .map(
                name ->
                    "Kustomization %s/%s applies it, and makes a deleted HelmRelease again, not suspended: suspend it in its source too, and take it out of that before you delete it"
                        .formatted(
                            labels.path(KUSTOMIZE + "namespace").asText(namespace()),
                            name.asText()));
    var others = ToolObjects.others("spec.", spec(), FOLLOWED);
    return Stream.concat(ToolObjects.notImported(others, "from-flux"), writer).toList();
  }
}
