package dev.catamaran.yaml;

import java.util.ArrayList;
import java.util.List;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.resolver.Resolver;

/** Reads YAML 1.1, like Kubernetes and Helm. Constructs no Java objects from tags. */
public final class MarkedYaml {

  private MarkedYaml() {}

  /**
   * Reads a text of any number of documents; omits empty ones.
   *
   * @throws InvalidYamlException at the first invalid YAML, a key that is not a scalar, or an
   *     anchor that contains itself
   */
  public static List<Marked> documents(String text) throws InvalidYamlException {
    var readable = text.startsWith("\uFEFF") ? text.substring(1) : text;
    try {
      return compose(readable);
    } catch (YAMLException e) {
      throw YamlProblems.of(readable, e);
    }
  }

  private static List<Marked> compose(String text) throws InvalidYamlException {
    var documents = new ArrayList<Marked>();
    var nodes = YamlNodes.of(text, new Resolver());
    while (nodes.hasNext()) {
      var node = nodes.next();
      var document = new Marker().mark(node);
      if (!document.isNull()) {
        documents.add(document);
      }
    }
    return List.copyOf(documents);
  }
}
