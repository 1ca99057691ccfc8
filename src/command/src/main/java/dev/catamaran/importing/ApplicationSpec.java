package dev.catamaran.importing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.catamaran.fields.Credentials;
import dev.catamaran.project.ChartOrigin;
import dev.catamaran.release.ReleaseKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * An Application of Argo CD (argoproj.io/v1alpha1). Pure.
 *
 * @param namespace of the Application
 * @param metadata its metadata
 * @param spec its fields
 * @param status its observed state
 */
record ApplicationSpec(
    String namespace, String name, JsonNode metadata, JsonNode spec, JsonNode status) {
  private static final Set<String> OWN_CLUSTER =
      Set.of("https://kubernetes.default.svc", "https://kubernetes.default.svc.cluster.local");

  private static final String OWN_NAME = "in-cluster";

  /** What is not a name must not come into a command: nobody checks an owner or an annotation. */
  private static final Pattern NAME = Pattern.compile("[a-z0-9][-a-z0-9._]*");

  private static final String TRACKING = "argocd.argoproj.io/tracking-id";
  private static final String INSTANCE = "app.kubernetes.io/instance";

  /** Argo CD deletes the objects of an Application with such a finalizer. */
  private static final String CASCADE = "resources-finalizer.argocd.argoproj.io";

  String title() {
    return namespace + "/" + name;
  }

  /** Returns the sources, also a single one. */
  List<JsonNode> sources() {
    var sources = new ArrayList<JsonNode>();
    spec.path("sources").forEach(sources::add);
    if (sources.isEmpty() && spec.has("source")) {
      sources.add(spec.path("source"));
    }
    return sources;
  }

  /** Whether a source is a chart, in a repository or in a folder in Git. */
  private static boolean isChart(JsonNode source) {
    return source.has("chart")
        || (source.has("path")
            && !source.has("kustomize")
            && !source.has("directory")
            && !source.has("plugin"));
  }

  private List<JsonNode> charts() {
    var named = sources().stream().filter(source -> source.has("chart")).toList();
    return named.isEmpty() ? sources().stream().filter(ApplicationSpec::isChart).toList() : named;
  }

  /** Returns the source with the chart; a missing node if there is none. */
  JsonNode chart() {
    return charts().isEmpty() ? MissingNode.getInstance() : charts().getFirst();
  }

  JsonNode helm() {
    return chart().path("helm");
  }

  /** Returns name and namespace with which Argo CD renders the chart. */
  ReleaseKey release() {
    return new ReleaseKey(
        spec.path("destination").path("namespace").asText(""),
        helm().path("releaseName").asText(name));
  }

  /**
   * Returns the name that the marks of its objects have: with the namespace, if that is not the one
   * of Argo CD (InstanceName in its types.go).
   */
  String tracked() {
    return namespace.equals(status.path("controllerNamespace").asText(namespace))
        ? name
        : namespace + "_" + name;
  }

  /** Returns the version that was deployed last; that of the spec if none was. */
  String version() {
    var history = status.path("history");
    var last = history.path(history.size() - 1);
    int index = sources().indexOf(chart());
    return Optional.of(last.path("revisions").path(index).asText(""))
        .filter(version -> !version.isEmpty())
        .or(() -> Optional.of(last.path("revision").asText("")).filter(v -> !v.isEmpty()))
        .orElseGet(() -> chart().path("targetRevision").asText(""));
  }

  /** Returns the origin of the chart; empty if it is in Git. */
  Optional<ChartOrigin> origin() {
    if (!chart().has("chart")) {
      return Optional.empty();
    }
    var url = chart().path("repoURL").asText("").replaceFirst("/+$", "");
    var named = chart().path("chart").asText();
    // Argo CD writes the address of a registry without its scheme.
    return Optional.of(
        url.startsWith("http")
            ? new ChartOrigin(named, url, version(), url.startsWith("http://"))
            : new ChartOrigin(
                "oci://" + url.replaceFirst("^oci://", "") + "/" + named, "", version(), false));
  }

  /**
   * Returns why its objects cannot be taken over; empty if they can.
   *
   * @param isNamed whether a person names the chart
   */
  Optional<String> obstacle(boolean isNamed) {
    var destination = spec.path("destination");
    var server = destination.path("server").asText("");
    boolean isOwn =
        OWN_CLUSTER.contains(server.replaceFirst("/+$", ""))
            || destination.path("name").asText("").equals(OWN_NAME);
    if (!isOwn) {
      return Optional.of(
          "its objects are in the cluster %s, and an operator makes releases in its own"
              .formatted(server.isEmpty() ? destination.path("name").asText("?") : server));
    }
    if (metadata.has("deletionTimestamp")) {
      return Optional.of("it is being deleted");
    }
    if (charts().size() != 1) {
      return Optional.of(
          charts().isEmpty()
              ? "none of its sources is a chart"
              : "it has %d charts, and a custom resource has one: make an Application of each"
                  .formatted(charts().size()));
    }
    if (!chart().has("chart") && !isNamed) {
      return Optional.of(
          "its chart is in Git, in the directory %s of %s; name a copy of it with --helm-chart"
              .formatted(
                  chart().path("path").asText(),
                  Credentials.hide(chart().path("repoURL").asText())));
    }
    return release().namespace().isEmpty()
        ? Optional.of("spec.destination has no namespace")
        : Optional.empty();
  }

  /** Returns the ApplicationSet that makes it; empty if none does. */
  Optional<String> applicationSet() {
    return metadata
        .path("ownerReferences")
        .valueStream()
        .filter(owner -> owner.path("kind").asText().equals("ApplicationSet"))
        .map(owner -> owner.path("name").asText())
        .filter(NAME.asMatchPredicate())
        .findFirst();
  }

  /** Returns the Application whose object it is; empty if Argo CD tracks it for none. */
  Optional<String> parent() {
    return Optional.of(metadata.path("annotations").path(TRACKING).asText(""))
        .map(id -> id.replaceFirst(":.*", ""))
        .filter(id -> !id.isEmpty())
        .or(() -> Optional.of(metadata.path("labels").path(INSTANCE).asText("")))
        .filter(found -> NAME.matcher(found).matches() && !found.equals(name));
  }

  boolean isAutomated() {
    var automated = spec.path("syncPolicy").path("automated");
    return automated.isObject() && automated.path("enabled").asBoolean(true);
  }

  /** Whether a deletion of the Application deletes its objects. */
  boolean isCascading() {
    return metadata
        .path("finalizers")
        .valueStream()
        .anyMatch(finalizer -> finalizer.asText().startsWith(CASCADE));
  }
}
