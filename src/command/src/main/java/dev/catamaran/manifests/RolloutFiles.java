package dev.catamaran.manifests;

import dev.catamaran.project.Changes;
import dev.catamaran.project.Template;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What an operator with rollouts needs in its cluster: the CRD of ChartRollout, and the permissions
 * in its own namespace.
 *
 * @param name of the project
 */
record RolloutFiles(String name) {

  /** A file, its template, and its entry in a kustomization. */
  private record Part(String folder, String file, String template, String marker) {}

  private static final List<Part> PARTS =
      List.of(
          new Part(
              "config/crd",
              "bases/catamaran.dev_chartrollouts.yaml",
              "rollout/definition.yaml",
              "#+kubebuilder:scaffold:crdkustomizeresource"),
          role("role.yaml"),
          role("role_binding.yaml"));

  private static Part role(String file) {
    return new Part(
        "config/rbac",
        "rollout_" + file,
        "rollout/" + file,
        "#+kubebuilder:scaffold:rbackustomizeresource");
  }

  /** Adds the files to the plan, and returns notes about edits that stay. */
  Stream<String> addTo(Changes changes) {
    return PARTS.stream().map(part -> add(part, changes)).flatMap(Optional::stream);
  }

  private Optional<String> add(Part part, Changes changes) {
    changes.list(part.folder(), part.marker(), part.file());
    var text = Template.fill(part.template(), Map.of("name", name));
    return GeneratedText.add(changes, part.folder() + "/" + part.file(), text);
  }
}
