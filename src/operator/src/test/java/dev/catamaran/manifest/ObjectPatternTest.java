package dev.catamaran.manifest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.catamaran.watch.Selector;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ObjectPatternTest {

  @ParameterizedTest
  @CsvSource({
    "web,       web,   true",
    "web,       web-1, false",
    "web-*,     web-1, true",
    "web-*,     web-,  true",
    "web-?,     web-1, true",
    "web-?,     web-,  false",
    "*-1,       web-1, true",
    "a.b,       axb,   false",
    "[a]\\E(b), a,     false",
    "[a]\\E(b), '[a]\\E(b)', true"
  })
  void selectsByName(String glob, String name, boolean isSelected) {
    assertEquals(isSelected, named(glob).test(object(name)));
  }

  @Test
  void comparesALongNameQuickly() {
    var object = object("a" + "-".repeat(250) + "a");
    var isSelected =
        assertTimeoutPreemptively(
            Duration.ofSeconds(30), () -> named("*-*-*-*-*-*-*-*-tls").test(object));
    assertFalse(isSelected);
  }

  private static ObjectPattern named(String glob) {
    return new ObjectPattern(Optional.empty(), Optional.of(glob), Selector.everything());
  }

  private static ManifestObject object(String name) {
    var content = JsonNodeFactory.instance.objectNode();
    content.withObject("/metadata").put("name", name);
    return new ManifestObject(content);
  }
}
