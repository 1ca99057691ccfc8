package dev.catamaran.testcluster;

import static java.util.stream.Collectors.joining;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;

/** The JVM flags of Catamaran's image, for operators that start from the classes of the tests. */
public final class ImageFlags {
  private static final Path POM = Path.of("src", "command", "pom.xml");

  /** Without those of its class archive: it fits the jars of the image alone. */
  private static final Pattern FLAG =
      Pattern.compile("<arg>(-XX:(?!SharedArchiveFile|ArchiveRelocation|\\+Unlock)[^<]+)</arg>");

  private ImageFlags() {}

  /**
   * Returns the flags as {@code JDK_JAVA_OPTIONS}.
   *
   * @param heap the flag of the maximal heap, which in the image is a part of the pod's memory
   */
  public static String with(String heap) {
    try {
      return FLAG.matcher(Files.readString(POM))
          .results()
          .map(flag -> flag.group(1))
          .collect(joining(" ", "", " " + heap));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
