package dev.catamaran.inspect;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.catamaran.inspect.Table.Cell;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.util.List;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * A ChartRollout.
 *
 * @param number counts from 1 for each kind
 * @param kind kind and group of the primaries
 * @param wave number of the present wave, from 1; 0 before the operator has begun
 * @param waves number of waves
 * @param done how many of {@code members} have the new edition and are well
 * @param changing primaries that are changed at present
 * @param failed primaries that could not be changed
 */
public record FoundRollout(
    String namespace,
    String name,
    int number,
    String kind,
    String from,
    String to,
    String phase,
    int wave,
    int waves,
    int done,
    int members,
    List<String> changing,
    List<String> failed,
    String message) {
  private static final JsonMapper JSON = new JsonMapper();
  static final List<String> HEAD = List.of("NAME", "KIND", "PHASE", "WAVE", "DONE", "MESSAGE");

  static FoundRollout of(GenericKubernetesResource object) {
    var spec = JSON.<JsonNode>valueToTree(object.getAdditionalProperties().get("spec"));
    var status = JSON.<JsonNode>valueToTree(object.getAdditionalProperties().get("status"));
    var name = object.getMetadata().getName();
    var number = name.substring(name.lastIndexOf('-') + 1);
    return new FoundRollout(
        object.getMetadata().getNamespace(),
        name,
        number.matches("[0-9]{1,9}") ? Integer.parseInt(number) : 0,
        spec.path("kind").asText("") + "." + spec.path("group").asText(""),
        spec.path("from").asText(""),
        spec.path("to").asText(""),
        status.path("phase").asText(""),
        status.path("wave").asInt(0),
        status.path("waves").size(),
        status.path("done").asInt(0),
        status.path("members").asInt(0),
        names(status.path("changing")),
        names(status.path("failed")),
        status.path("message").asText(""));
  }

  private static List<String> names(JsonNode list) {
    return StreamSupport.stream(list.spliterator(), false)
        .map(one -> one.path("name").asText(""))
        .toList();
  }

  /** Whether a person means this one: by its name, or by its kind. */
  boolean isMeantBy(String which) {
    return which.equals(name)
        || which.equalsIgnoreCase(kind)
        || which.equalsIgnoreCase(kind.replaceFirst("[.].*", ""));
  }

  List<Cell> cells() {
    return List.of(
        Cell.of(name),
        Cell.of(kind),
        new Cell(phase, ink()),
        Cell.of("%d/%d".formatted(wave, waves)),
        Cell.of("%d/%d".formatted(done, members)),
        Cell.of(message));
  }

  /** Returns the primaries that a person may want to look at. */
  Stream<String> details() {
    return Stream.of(line("changing", changing), line("failed", failed)).flatMap(List::stream);
  }

  private static List<String> line(String what, List<String> names) {
    return names.isEmpty()
        ? List.of()
        : List.of("  %s: %s".formatted(what, String.join(", ", names)));
  }

  private Ink ink() {
    return switch (phase) {
      case "Completed" -> Ink.GOOD;
      case "Halted", "Returning", "Returned" -> Ink.BAD;
      case "Superseded" -> Ink.PLAIN;
      default -> Ink.BUSY;
    };
  }
}
