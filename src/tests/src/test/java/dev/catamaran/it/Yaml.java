package dev.catamaran.it;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.catamaran.testcluster.TestNamespace;
import java.io.ByteArrayInputStream;

/** Objects of others, as a person applies them. */
public final class Yaml {
  private Yaml() {}

  /** Creates objects of built-in kinds in a namespace, with these values in the text. */
  public static void create(TestNamespace namespace, String yaml, Object... values) {
    var text = new ByteArrayInputStream(yaml.formatted(values).getBytes(UTF_8));
    namespace.client().load(text).inNamespace(namespace.name()).create();
  }
}
