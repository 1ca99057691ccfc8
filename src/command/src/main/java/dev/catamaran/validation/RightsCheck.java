package dev.catamaran.validation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.catamaran.api.ManagerException;
import dev.catamaran.project.ProjectFile;
import dev.catamaran.rights.Rule;
import dev.catamaran.rights.Rule.Field;
import dev.catamaran.rights.Rule.Reach;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** The operator's role. */
record RightsCheck(Recordings recordings) implements Check {
  static final String ROLE = "config/rbac/role.yaml";

  private static final Set<String> KINDS = Set.of("Role", "ClusterRole");
  private static final YAMLMapper YAML = new YAMLMapper();

  @Override
  public List<Finding> findings(CheckedProject project) {
    if (!project.hasConfig()) {
      return List.of();
    }
    var role = project.folder().resolve(ROLE);
    if (!Files.exists(role)) {
      return List.of(Finding.of(CheckRule.RBAC_MISSING, ROLE, 0, "the file does not exist"));
    }
    try (var documents =
        YAML.readerFor(JsonNode.class).<JsonNode>readValues(Files.readString(role))) {
      var granted =
          documents.readAll().stream()
              .filter(document -> KINDS.contains(document.path("kind").asText()))
              .flatMap(document -> Rule.ofRole(document, Reach.CLUSTER, ROLE))
              .toList();
      return missing(project, granted).toList();
    } catch (IOException e) {
      return List.of(); // Another check says so.
    }
  }

  /** A class that does not declare its primaries must not hide the other findings. */
  private Stream<Finding> missing(CheckedProject project, List<Rule> granted) {
    try {
      return new NeededRights(recordings)
          .of(project).stream()
              .flatMap(Rule::split)
              .map(needed -> needed.minus(granted))
              .filter(missing -> !missing.get(Field.VERBS).isEmpty())
              .map(RightsCheck::finding);
    } catch (ManagerException e) {
      var problem = String.valueOf(e.getMessage()).replace(project.folder() + "/", "");
      return Stream.of(new Finding(CheckRule.PROJECT_INVALID, ProjectFile.NAME, 0, problem, ""));
    }
  }

  private static Finding finding(Rule missing) {
    var group = String.join("", missing.get(Field.GROUPS));
    var name = String.join("", missing.get(Field.NAMES));
    return Finding.of(
        missing.isUnrendered() ? CheckRule.RBAC_UNRENDERED : CheckRule.RBAC_MISSING,
        ROLE,
        0,
        "the role does not allow to %s %s%s%s%s (%s)"
            .formatted(
                String.join(", ", missing.get(Field.VERBS)),
                String.join("", missing.get(Field.URLS)),
                String.join("", missing.get(Field.RESOURCES)),
                group.isEmpty() ? "" : " of " + group,
                name.isEmpty() ? "" : " named " + name,
                String.join(", ", missing.reasons())));
  }
}
