package dev.catamaran.requests;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.catamaran.run.TerminalText;
import dev.catamaran.terminal.Ink;
import dev.catamaran.terminal.Table.Cell;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * A ChartRollout.
 *
 * @param number counts from 1 for each kind
 * @param kind kind and group of the primaries
 * @param answered generation of the spec that the status answers
 * @param closed whether its chart or overrides changed again
 * @param wave number of the present wave, from 1; 0 before the operator has begun
 * @param waves number of waves
 * @param done how many of {@code members} have the new edition and are well
 * @param changing primaries that are changed at present
 * @param failed primaries that could not be changed
 * @param plan digest of what would change, for an approval; empty if unknown
 * @param approvedPlan digest of the plan that it keeps to; empty for none
 * @param otherThanPlanned how many primaries wait, since their change is another than planned
 * @param differences of the first of these
 */
public record FoundRollout(
    String namespace,
    String name,
    int number,
    String kind,
    String from,
    String to,
    long answered,
    String phase,
    @JsonIgnore boolean closed,
    int wave,
    int waves,
    int done,
    int members,
    List<String> changing,
    List<String> failed,
    String message,
    String plan,
    String approvedPlan,
    int otherThanPlanned,
    List<Difference> differences) {
  private static final JsonMapper JSON = new JsonMapper();

  /** The digest of an edition may be shortened. That of a plan has 20 digits. */
  private static final Pattern EDITION = Pattern.compile("[0-9a-f]{12}|[0-9a-f]{64}");

  private static final int SHOWN = 12;
  static final List<String> HEAD = List.of("Name", "Kind", "Phase", "Wave", "Done", "Message");

  /**
   * A primary with another change than planned.
   *
   * @param primary namespace and name
   * @param what the values that differ
   */
  public record Difference(String primary, String what) {}

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
        status.path("observedGeneration").asLong(0),
        status.path("phase").asText(""),
        status.path("closed").asBoolean(false),
        status.path("wave").asInt(0),
        status.path("waves").size(),
        status.path("done").asInt(0),
        status.path("members").asInt(0),
        names(status.path("changing")),
        names(status.path("failed")),
        status.path("message").asText(""),
        status.path("plan").asText(""),
        status.path("approvedPlan").asText(""),
        status.path("otherThanPlanned").asInt(0),
        status
            .path("differences")
            .valueStream()
            .map(one -> new Difference(one.path("name").asText(""), one.path("what").asText("")))
            .toList());
  }

  private static List<String> names(JsonNode list) {
    return list.valueStream().map(one -> one.path("name").asText("")).toList();
  }

  /** Whether a text is an edition, or its beginning. */
  static boolean isEdition(String which) {
    return EDITION.matcher(which).matches();
  }

  /** Whether a person means this one: by its name, by its kind, or by the edition it brings. */
  boolean isMeantBy(String which) {
    return which.equals(name)
        || (isEdition(which) && to.startsWith(which))
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
  public List<String> details() {
    var lines = new ArrayList<>(List.of("edition: " + shown(to)));
    if (!changing.isEmpty()) {
      lines.add("changing: " + String.join(", ", changing));
    }
    if (!failed.isEmpty()) {
      lines.add("failed: " + String.join(", ", failed));
    }
    if (!plan.isEmpty() && !isClosed()) {
      lines.add("plan: " + plan + (plan.equals(approvedPlan) ? ", approved" : ""));
    }
    if (otherThanPlanned > 0) {
      lines.add("other than planned: " + otherThanPlanned);
      differences.forEach(one -> lines.add(one.primary() + ": " + one.what()));
    }
    return lines.stream().map(TerminalText::oneLine).toList();
  }

  /** Whether it is over, and nothing is asked of it any more. */
  public boolean isClosed() {
    return closed || phase.equals("Completed") || phase.equals("Superseded");
  }

  /** Whether changed primaries go back, or have: its edition is not tried again. */
  public boolean isReturn() {
    return Set.of("Returning", "Returned", "Failed").contains(phase);
  }

  /** Whether it goes on only if a person does something about its failures, or not at all. */
  boolean isSettled() {
    return isClosed() || Set.of("Halted", "Returned", "Failed").contains(phase);
  }

  public String standing() {
    return "%s: %s, %d of %d, %s".formatted(name, phase, done, members, message);
  }

  String state() {
    return phase.isEmpty() ? "not begun" : message.isEmpty() ? phase : phase + ": " + message;
  }

  /** Returns the beginning of an edition, which names it in commands. */
  public static String shown(String edition) {
    return edition.length() > SHOWN ? edition.substring(0, SHOWN) : edition;
  }

  private Ink ink() {
    return switch (phase) {
      case "Completed" -> Ink.GOOD;
      case "Halted", "Returning", "Returned", "Failed" -> Ink.BAD;
      case "Superseded" -> Ink.PLAIN;
      default -> Ink.BUSY;
    };
  }
}
