package dev.catamaran.project;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.catamaran.api.GroupVersionKind;
import dev.catamaran.api.ManagerException;
import dev.catamaran.recorder.Discovery.Plurals;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The PROJECT file, in the form that kubebuilder gave it.
 *
 * @param cliVersion the version of Catamaran of the project's files; empty in an older project
 * @param resources the APIs, in the order of their creation
 * @param others fields of other tools, such as kubebuilder's {@code version}
 */
public record ProjectFile(
    @JsonInclude(JsonInclude.Include.NON_EMPTY) String cliVersion,
    String domain,
    List<String> layout,
    String projectName,
    List<ProjectApi> resources,
    @JsonAnyGetter @JsonAnySetter Map<String, Object> others) {

  /** Name of the file, in the project's folder. */
  public static final String NAME = "PROJECT";

  private static final List<String> LAYOUT = List.of("catamaran.dev/v1");

  private static final YAMLMapper MAPPER =
      YAMLMapper.builder()
          .enable(YAMLGenerator.Feature.MINIMIZE_QUOTES)
          // kubebuilder's version is the text "3".
          .enable(YAMLGenerator.Feature.ALWAYS_QUOTE_NUMBERS_AS_STRINGS)
          .disable(YAMLGenerator.Feature.WRITE_DOC_START_MARKER)
          .build();

  private static final Pattern VERSION = Pattern.compile("(?m)^cliVersion:.*$");

  /** Comments at its begin. */
  private static final Pattern BEGIN = Pattern.compile("\\A(?:#.*\\R)*");

  /** Absent parts become empty ones. */
  public ProjectFile {
    cliVersion = Objects.requireNonNullElse(cliVersion, "");
    layout = Objects.requireNonNullElse(layout, List.of());
    resources = Objects.requireNonNullElse(resources, List.of());
    others = Objects.requireNonNullElse(others, Map.of());
  }

  public static ProjectFile of(String version, String domain, String name) {
    return new ProjectFile(version, domain, LAYOUT, name, List.of(), Map.of());
  }

  public static boolean isIn(Path folder) {
    return Files.isRegularFile(folder.resolve(NAME));
  }

  public static ProjectFile read(Path folder) {
    var file = folder.resolve(NAME);
    if (!isIn(folder)) {
      throw new ManagerException(
          "%s does not exist: run this command in the project's directory, or make a project with `catamaran init`"
              .formatted(file));
    }
    try {
      return MAPPER.readValue(Files.readString(file), ProjectFile.class);
    } catch (JsonProcessingException e) {
      throw new ManagerException(
          "%s is not a PROJECT file of Catamaran: %s".formatted(file, e.getOriginalMessage()));
    } catch (IOException e) {
      throw new ManagerException("%s cannot be read: %s".formatted(file, e));
    }
  }

  /**
   * Returns the name of a kind's resource, as in its CRD: that of the project, or the usual one.
   */
  public static String plural(Path folder, GroupVersionKind gvk) {
    var known = isIn(folder) ? read(folder).resources() : List.<ProjectApi>of();
    return known.stream()
        .filter(api -> api.apiGroup().equals(gvk.group()) && api.kind().equals(gvk.kind()))
        .map(ProjectApi::plural)
        .findFirst()
        .orElseGet(() -> Plurals.of(gvk.kind()));
  }

  /** Whether `catamaran init` made the project. */
  @JsonIgnore
  public boolean isOwn() {
    return layout.equals(LAYOUT);
  }

  /** Returns the text of a file with another version; comments and order stay. */
  public static String withVersion(String text, String version) {
    var line = Matcher.quoteReplacement("cliVersion: " + version);
    var present = VERSION.matcher(text);
    return present.find()
        ? present.replaceFirst(line)
        : BEGIN.matcher(text).replaceFirst("$0" + line + "\n");
  }

  public ProjectFile with(ProjectApi added) {
    var all = new ArrayList<>(resources);
    all.removeIf(resource -> resource.gvk().equals(added.gvk()));
    all.add(Math.min(indexOf(added), all.size()), added);
    return new ProjectFile(cliVersion, domain, layout, projectName, all, others);
  }

  private int indexOf(ProjectApi added) {
    var gvks = resources.stream().map(ProjectApi::gvk).toList();
    return gvks.contains(added.gvk()) ? gvks.indexOf(added.gvk()) : gvks.size();
  }

  /**
   * Returns the name of a kind in lower case, for files and objects of the project. A kind with the
   * name of an earlier one in another group gets its group as a prefix.
   *
   * @param separator of group and kind
   */
  public String distinctName(ProjectApi api, String separator) {
    return resources.stream()
            .takeWhile(other -> !other.gvk().equals(api.gvk()))
            .filter(other -> !other.apiGroup().equals(api.apiGroup()))
            .noneMatch(other -> other.lowerKind().equals(api.lowerKind()))
        ? api.lowerKind()
        : (api.group().isEmpty() ? api.domain() : api.group()) + separator + api.lowerKind();
  }

  public Stream<ProjectApi> charts() {
    return resources.stream().filter(resource -> !resource.chart().isEmpty());
  }

  public Stream<ProjectApi> classes() {
    return resources.stream().filter(resource -> resource.chart().isEmpty());
  }

  public String text() {
    try {
      return "# Written by `catamaran init` and `catamaran create api`.\n"
          + MAPPER.writeValueAsString(this);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }
}
