package dev.catamaran.testcluster;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class RealNodeTest {
  private static final Pattern GROUPS = Pattern.compile("<it\\.groups>([^<]*)</it\\.groups>");

  /** With another tag, a run on K3s would have no tests and succeed. */
  @Test
  void mavenChoosesItsTagOnK3s() throws IOException {
    var tag = RealNode.class.getAnnotation(Tag.class).value();
    assertEquals(
        Set.of(tag),
        GROUPS
            .matcher(Files.readString(Path.of("src/pom.xml")))
            .results()
            .map(group -> group.group(1))
            .collect(Collectors.toSet()));
  }
}
