package dev.catamaran.yaml;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.AnchorNode;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.nodes.Tag;
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

  /**
   * Converts the parser's nodes to {@link Marked} values. Aliases share one value, so they cannot
   * exhaust the memory.
   */
  private static final class Marker {

    private static final Map<Tag, Marked.Type> TYPES =
        Map.of(
            Tag.BOOL, Marked.Type.BOOLEAN,
            Tag.INT, Marked.Type.INTEGER,
            Tag.FLOAT, Marked.Type.FLOAT,
            Tag.NULL, Marked.Type.NULL);

    /**
     * Results by node. Null marks an unfinished conversion: a second visit means that the node
     * contains itself.
     */
    private final IdentityHashMap<Node, @Nullable Marked> known = new IdentityHashMap<>();

    Marked mark(Node node) throws InvalidYamlException {
      if (known.containsKey(node)) {
        var marked = known.get(node);
        if (marked == null) {
          throw problem(node, "an anchor contains itself");
        }
        return marked;
      }
      known.put(node, null);
      var marked = convert(node);
      known.put(node, marked);
      return marked;
    }

    private Marked convert(Node node) throws InvalidYamlException {
      return switch (node) {
        case ScalarNode scalar ->
            new Marked.Scalar(
                line(node),
                column(node),
                TYPES.getOrDefault(scalar.getTag(), Marked.Type.STRING),
                scalar.getValue());
        case SequenceNode list -> new Marked.Sequence(line(node), column(node), items(list));
        case MappingNode mapping -> new Marked.Mapping(line(node), column(node), entries(mapping));
        case AnchorNode alias -> mark(alias.getRealNode());
        default -> throw problem(node, "not YAML: unexpected " + node.getNodeId());
      };
    }

    private List<Marked> items(SequenceNode list) throws InvalidYamlException {
      var items = new ArrayList<Marked>();
      for (var item : list.getValue()) {
        items.add(mark(item));
      }
      return items;
    }

    private List<Marked.Entry> entries(MappingNode mapping) throws InvalidYamlException {
      var own = new ArrayList<Marked.Entry>();
      var merged = new ArrayList<Marked.Entry>();
      for (var tuple : mapping.getValue()) {
        if (tuple.getKeyNode().getTag().equals(Tag.MERGE)) {
          merged.addAll(merged(tuple));
        } else {
          own.add(entry(tuple));
        }
      }
      var keys = keys(own);
      merged.stream().filter(entry -> keys.add(entry.key())).forEach(own::add);
      return own;
    }

    private static Set<String> keys(List<Marked.Entry> entries) {
      var keys = new HashSet<String>();
      entries.forEach(entry -> keys.add(entry.key()));
      return keys;
    }

    private Marked.Entry entry(NodeTuple tuple) throws InvalidYamlException {
      if (!(tuple.getKeyNode() instanceof ScalarNode key)) {
        throw problem(tuple.getKeyNode(), "a key must be a plain word");
      }
      return new Marked.Entry(line(key), column(key), key.getValue(), mark(tuple.getValueNode()));
    }

    private List<Marked.Entry> merged(NodeTuple tuple) throws InvalidYamlException {
      var sources = new ArrayList<Marked.Entry>();
      var value = mark(tuple.getValueNode());
      for (var source : value instanceof Marked.Sequence list ? list.items() : List.of(value)) {
        if (!(source instanceof Marked.Mapping mapping)) {
          throw problem(tuple.getKeyNode(), "<< needs a mapping or a list of mappings");
        }
        sources.addAll(mapping.entries());
      }
      return sources;
    }

    private static InvalidYamlException problem(Node node, String problem) {
      return new InvalidYamlException(line(node), column(node), problem);
    }

    private static int line(Node node) {
      return node.getStartMark().getLine() + 1;
    }

    private static int column(Node node) {
      return node.getStartMark().getColumn() + 1;
    }
  }
}
