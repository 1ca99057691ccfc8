package dev.catamaran.importing;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.catamaran.chart.Values;
import dev.catamaran.definition.DefinitionYaml;
import dev.catamaran.primary.PrimaryAnnotations;
import dev.catamaran.project.Changes;
import dev.catamaran.project.ProjectApi;
import dev.catamaran.watch.ValuesReference;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The primary of an imported release. It has the release's name and namespace, so no name needs a
 * rule in watches.yaml.
 */
record ImportedPrimary(ProjectApi api, Wanted wanted, SplitValues split) {
  static final String FOLDER = "config/imported";

  /** End of the name of a Secret. */
  private static final String SECRET = "-values";

  private static final String IGNORE = ".gitignore";
  private static final String SECRETS = FOLDER + "/**/*.secret.yaml";

  ImportedPrimary(ProjectApi api, Wanted wanted) {
    this(api, wanted, SplitValues.of(wanted.given().own()));
  }

  boolean readsSecrets() {
    return references().stream().anyMatch(each -> each.kind() == ValuesReference.Kind.SECRET);
  }

  String title() {
    return api.kind() + "/" + name();
  }

  String path() {
    return file(".yaml");
  }

  Optional<String> secretPath() {
    return secrets().equals(Values.empty()) ? Optional.empty() : Optional.of(file(".secret.yaml"));
  }

  String secretPlaces() {
    return Stream.concat(split.places().stream(), SplitValues.paths(wanted.given().copied()))
        .distinct()
        .collect(Collectors.joining(", "));
  }

  private Values secrets() {
    return wanted.given().copied().merge(split.secret());
  }

  private String file(String suffix) {
    return "%s/%s/%s-%s%s".formatted(FOLDER, namespace(), api.lowerKind(), name(), suffix);
  }

  private String namespace() {
    return wanted.release().key().namespace();
  }

  private String name() {
    return wanted.release().key().name();
  }

  void addTo(Changes changes) {
    changes.create(
        path(),
        "# Written by `catamaran import` from release %s. It takes over the release as it is.\n"
                .formatted(wanted.release().title())
            + DefinitionYaml.exact(primary()));
    secretPath()
        .ifPresent(
            file -> {
              var secret = object("v1", "Secret", name() + SECRET);
              var values = DefinitionYaml.exact(secrets().toTree());
              secret.withObject("/stringData").put(ValuesReference.DEFAULT_KEY, values);
              changes.createSecret(file, DefinitionYaml.exact(secret));
              var ignored = changes.text(IGNORE).orElse("");
              if (ignored.lines().noneMatch(SECRETS::equals)) {
                changes.put(IGNORE, ignored + SECRETS + "\n");
              }
            });
  }

  private ObjectNode primary() {
    var primary = object(api.gvk().apiVersion(), api.kind(), name());
    var annotations = primary.withObject("/metadata/annotations");
    annotations.put(PrimaryAnnotations.ADOPT_RELEASE, "true");
    if (!references().isEmpty()) {
      annotations.put(
          "catamaran.dev/values-from",
          references().stream().map(ImportedPrimary::written).collect(Collectors.joining(", ")));
    }
    primary.set("spec", split.open().toTree());
    return primary;
  }

  private List<ValuesReference> references() {
    var own =
        new ValuesReference(
            ValuesReference.Kind.SECRET,
            name() + SECRET,
            ValuesReference.DEFAULT_KEY,
            false,
            Optional.empty());
    return Stream.concat(wanted.given().from().stream(), secretPath().stream().map(file -> own))
        .toList();
  }

  private static String written(ValuesReference reference) {
    return reference.key().equals(ValuesReference.DEFAULT_KEY)
        ? reference.object()
        : reference.object() + ":" + reference.key();
  }

  private ObjectNode object(String apiVersion, String kind, String name) {
    var object = JsonNodeFactory.instance.objectNode();
    object.put("apiVersion", apiVersion).put("kind", kind);
    object.withObject("/metadata").put("name", name).put("namespace", namespace());
    return object;
  }
}
