package dev.catamaran.inspect;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.catamaran.inspect.ReleaseValuesReport.Value;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.yaml.snakeyaml.DumperOptions;
import org.yaml.snakeyaml.DumperOptions.FlowStyle;
import org.yaml.snakeyaml.DumperOptions.ScalarStyle;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.comments.CommentLine;
import org.yaml.snakeyaml.comments.CommentType;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.nodes.Tag;

/** Values as YAML, with the source of each as a comment on its line. Pure. */
final class ValuesYaml {
  private final Iterator<Value> leaves;

  private ValuesYaml(List<Value> leaves) {
    this.leaves = leaves.iterator();
  }

  /**
   * Returns the text.
   *
   * @param shape the tree of the values; its leaves are not used
   * @param leaves the leaves in the order of the tree
   */
  static String of(ObjectNode shape, List<Value> leaves) {
    var options = new DumperOptions();
    options.setProcessComments(true);
    options.setDefaultFlowStyle(FlowStyle.BLOCK);
    options.setSplitLines(false);
    options.setAllowUnicode(true);
    options.setIndicatorIndent(2);
    options.setIndentWithIndicator(true);
    var out = new StringWriter();
    new Yaml(options).serialize(new ValuesYaml(leaves).branch(shape), out);
    return out.toString().stripTrailing();
  }

  private Node branch(JsonNode shape) {
    return switch (shape) {
      case ObjectNode map when !map.isEmpty() -> mapping(map);
      case ArrayNode list when !list.isEmpty() -> sequence(list);
      case JsonNode ignored -> leaf(leaves.next());
    };
  }

  private Node mapping(ObjectNode map) {
    var fields = new ArrayList<NodeTuple>();
    map.properties()
        .forEach(
            field -> fields.add(new NodeTuple(text(field.getKey()), branch(field.getValue()))));
    return new MappingNode(Tag.MAP, fields, FlowStyle.BLOCK);
  }

  private Node sequence(ArrayNode list) {
    var items = new ArrayList<Node>();
    list.forEach(item -> items.add(branch(item)));
    return new SequenceNode(Tag.SEQ, items, FlowStyle.BLOCK);
  }

  private static Node leaf(Value leaf) {
    var node = value(leaf.value());
    node.setInLineComments(
        List.of(new CommentLine(null, null, " " + leaf.source(), CommentType.IN_LINE)));
    return node;
  }

  private static Node value(JsonNode value) {
    return switch (value.getNodeType()) {
      case OBJECT -> new MappingNode(Tag.MAP, new ArrayList<>(), FlowStyle.FLOW);
      case ARRAY -> new SequenceNode(Tag.SEQ, new ArrayList<>(), FlowStyle.FLOW);
      case NULL, MISSING -> plain(Tag.NULL, "null");
      case BOOLEAN -> plain(Tag.BOOL, value.asText());
      case NUMBER -> plain(value.isIntegralNumber() ? Tag.INT : Tag.FLOAT, value.asText());
      default -> text(value.asText());
    };
  }

  private static ScalarNode plain(Tag tag, String text) {
    return new ScalarNode(tag, text, null, null, ScalarStyle.PLAIN);
  }

  /** A comment cannot follow a text of several lines, so that is quoted. */
  private static ScalarNode text(String text) {
    boolean isLong = text.indexOf('\n') >= 0;
    return new ScalarNode(
        Tag.STR, text, null, null, isLong ? ScalarStyle.DOUBLE_QUOTED : ScalarStyle.PLAIN);
  }
}
