package dev.catamaran.image;

import com.google.cloud.tools.jib.api.buildplan.AbsoluteUnixPath;
import com.google.cloud.tools.jib.api.buildplan.FileEntriesLayer;
import dev.catamaran.api.ManagerException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;

/**
 * The files of a project in the image of its operator: watches.yaml, the charts, and the jars.
 *
 * @param charts directories and archives of the charts that watches.yaml names, absolute
 */
public record OperatorFiles(Path project, List<Path> charts) {
  /** The working directory of the base image. */
  private static final AbsoluteUnixPath HOME = AbsoluteUnixPath.get("/opt/helm");

  /** The base image has all jars of this directory on its class path. */
  private static final AbsoluteUnixPath JARS = HOME.resolve("extensions");

  private static final String CHARTS = "helm-charts";

  public static OperatorFiles of(Path project, Collection<Path> charts) {
    return new OperatorFiles(
        absolute(project),
        charts.stream().map(OperatorFiles::absolute).distinct().sorted().toList());
  }

  private static Path absolute(Path path) {
    return path.toAbsolutePath().normalize();
  }

  /** Returns the charts that are outside of the project, so that the image is without them. */
  List<Path> omitted() {
    return charts.stream().filter(chart -> !chart.startsWith(project)).toList();
  }

  List<FileEntriesLayer> layers() {
    var watches = project.resolve("watches.yaml");
    if (!Files.isRegularFile(watches)) {
      throw new ManagerException(
          "%s does not exist: run this command in the project's directory".formatted(watches));
    }
    var charts = FileEntriesLayer.builder().setName("charts");
    charts.addEntry(watches, HOME.resolve("watches.yaml"));
    var all = project.resolve(CHARTS);
    var others =
        this.charts.stream().filter(each -> each.startsWith(project) && !each.startsWith(all));
    for (var chart : Stream.concat(Stream.of(all), others).filter(Files::exists).toList()) {
      try {
        charts.addEntryRecursive(chart, HOME.resolve(project.relativize(chart).toString()));
      } catch (IOException e) {
        throw new ManagerException("%s cannot be read: %s".formatted(chart, e));
      }
    }
    return List.of(jars(), charts.build());
  }

  /** The jars change more often than the libraries, but both are small. */
  private FileEntriesLayer jars() {
    var layer = FileEntriesLayer.builder().setName("jars");
    for (var name : List.of("target", "target/libraries")) {
      var folder = project.resolve(name);
      if (Files.isDirectory(folder)) {
        try (var files = Files.list(folder)) {
          files
              .filter(file -> file.toString().endsWith(".jar"))
              .filter(file -> !file.toString().matches(".*-(sources|javadoc|tests)\\.jar"))
              .sorted()
              .forEach(jar -> layer.addEntry(jar, JARS.resolve(jar.getFileName().toString())));
        } catch (IOException e) {
          throw new ManagerException("%s cannot be read: %s".formatted(folder, e));
        }
      }
    }
    return layer.build();
  }
}
