package dev.catamaran.upgrade;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.catamaran.testcluster.Watching;
import dev.catamaran.trial.StoredRelease;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * What one version of the operator left in a cluster: a folder with its watches.yaml, its chart,
 * and a file for each primary, named for the kind and the state of the release: the primary, its
 * release Secrets with readable payloads, and all its other objects. The lease has a file too.
 *
 * @param folder named for the version
 */
public record Recording(Path folder) {
  private static final Path ALL = Path.of("src/tests/src/test/resources/upgrade").toAbsolutePath();
  private static final String CHART = "chart";
  private static final String YAML_SUFFIX = ".yaml";
  private static final String WATCHES = "watches.yaml";

  /** In place of the data of a release Secret. */
  private static final String RELEASE = "release";

  /** As one line of JSON. */
  private static final String MANAGED_FIELDS = "managedFields";

  private static final YAMLMapper YAML =
      YAMLMapper.builder()
          .enable(YAMLGenerator.Feature.MINIMIZE_QUOTES)
          .enable(YAMLGenerator.Feature.ALWAYS_QUOTE_NUMBERS_AS_STRINGS)
          .enable(YAMLGenerator.Feature.LITERAL_BLOCK_STYLE)
          .disable(YAMLGenerator.Feature.SPLIT_LINES)
          .build();

  /** The recordings of all versions. */
  public static List<Recording> all() {
    return list(ALL).stream().map(Recording::new).toList();
  }

  /**
   * The namespace of the primaries. It cannot be another one, because the digests of revisions
   * cover it.
   */
  public String namespace() {
    return "upgrade-" + folder.getFileName().toString().replace('.', '-');
  }

  Path chart() {
    return folder.resolve(CHART);
  }

  /** The recorded states: of the kind, and of the primary, which is named for its state. */
  public List<State> states() {
    return files().stream()
        .map(file -> file.split("\\."))
        .filter(name -> name.length == 2)
        .map(name -> new State(name[0], name[1]))
        .toList();
  }

  /** A primary in the state that is its name. */
  public record State(String kind, String name) {}

  private List<String> files() {
    return list(folder).stream()
        .map(file -> file.getFileName().toString())
        .filter(file -> file.endsWith(YAML_SUFFIX) && !file.equals(WATCHES))
        .map(file -> file.replace(YAML_SUFFIX, ""))
        .toList();
  }

  private List<ObjectNode> documents(String file) {
    try (var documents =
        YAML.readerFor(ObjectNode.class).<ObjectNode>readValues(path(file).toFile())) {
      return documents.readAll();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Path path(String file) {
    return folder.resolve(file + YAML_SUFFIX);
  }

  /** The watches.yaml of that version. */
  public Watching watching() {
    try {
      var text = Files.readString(folder.resolve(WATCHES));
      return Watching.yaml(text.replace(" chart: " + CHART, " chart: " + chart()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Puts all objects into the cluster, with their uids. */
  public void restore() {
    var etcd = Etcd.shared();
    files().stream()
        .flatMap(file -> documents(file).stream())
        .map(Recording::asStored)
        .forEach(etcd::put);
  }

  private static JsonNode asStored(ObjectNode recorded) {
    var meta = recorded.withObjectProperty("metadata");
    if (meta.has(MANAGED_FIELDS)) {
      meta.set(MANAGED_FIELDS, parse(meta.path(MANAGED_FIELDS).asText()));
    }
    if (recorded.has(RELEASE)) {
      var payload = recorded.remove(RELEASE).toString().getBytes(StandardCharsets.UTF_8);
      recorded.withObjectProperty("data").put(RELEASE, StoredRelease.encode(payload));
    }
    return recorded;
  }

  private static JsonNode parse(String json) {
    try {
      return YAML.readTree(json);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<Path> list(Path folder) {
    try (var files = Files.list(folder)) {
      return files.sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
