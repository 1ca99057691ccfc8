package dev.catamaran.bench;

import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toMap;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Catamaran's image, unpacked by {@code hack/measure}. Its runtime and its files serve from there.
 *
 * @param folder with the files of the image in {@code root}, and its {@code config.json}
 */
record UnpackedImage(Path folder) {
  private static final JsonMapper JSON = new JsonMapper();
  private static final String CLASS_PATH = "-cp";
  private static final String ARCHIVE = "-XX:SharedArchiveFile=";

  /** This names a file of the image. */
  private static final String ENGINE = "CATAMARAN_ENGINE";

  /** These name folders of the image. */
  private static final Set<String> OF_CONTAINERS = Set.of("PATH", "JAVA_HOME");

  /** How the image starts. */
  Launch launch() {
    try {
      var config = JSON.readTree(folder.resolve("config.json").toFile()).path("config");
      var entrypoint = JSON.convertValue(config.path("Entrypoint"), new Strings());
      int classPath = entrypoint.indexOf(CLASS_PATH);
      var java = new ArrayList<>(List.of(inside("/opt/java/bin/java")));
      var catamaran = new ArrayList<String>();
      for (var flag : entrypoint.subList(1, classPath)) {
        if (flag.startsWith(ARCHIVE)) {
          catamaran.add(ARCHIVE + inside(flag.substring(ARCHIVE.length())));
        } else {
          java.add(flag);
        }
      }
      catamaran.addAll(List.of(CLASS_PATH, classPath(entrypoint.get(classPath + 1))));
      catamaran.addAll(entrypoint.subList(classPath + 2, entrypoint.size()));
      return new Launch(java, catamaran, environment(config));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private String inside(String path) {
    return folder.toAbsolutePath() + "/root" + path;
  }

  /** The class path is in a file: {@code @/path}. */
  private String classPath(String argument) throws IOException {
    var file = Path.of(inside(argument.substring(1)));
    return Stream.of(Files.readString(file).strip().split(File.pathSeparator))
        .map(this::inside)
        .collect(joining(File.pathSeparator));
  }

  private Map<String, String> environment(JsonNode config) {
    return JSON.convertValue(config.path("Env"), new Strings()).stream()
        .map(variable -> variable.split("=", 2))
        .filter(variable -> !OF_CONTAINERS.contains(variable[0]))
        .collect(
            toMap(
                variable -> variable[0],
                variable -> variable[0].equals(ENGINE) ? inside(variable[1]) : variable[1]));
  }

  private static final class Strings extends TypeReference<List<String>> {}
}
