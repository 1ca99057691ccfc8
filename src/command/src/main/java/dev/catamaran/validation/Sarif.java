package dev.catamaran.validation;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;

/**
 * A log of SARIF 2.1.0 (OASIS, sarif-v2.1.0). Pure.
 *
 * @param tool name of the command
 * @param rules all of the command, in their order; the log describes those with a result
 */
public record Sarif(String tool, List<Rule> rules) {
  private static final String SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json";

  private static final JsonMapper MAPPER =
      JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

  /** Copies the list. */
  public Sarif {
    rules = List.copyOf(rules);
  }

  /**
   * A rule.
   *
   * @param level error, warning or note
   */
  public record Rule(String id, String meaning, String remedy, String level) {}

  /**
   * A result.
   *
   * @param rule its name
   * @param file path from the project's folder
   * @param line counted from 1; 0 if it concerns no single line
   * @param isSuppressed whether a comment lets it be
   */
  public record Result(String rule, String message, String file, int line, boolean isSuppressed) {}

  /** Returns the log, without a line break at the end. */
  public String of(List<Result> results) {
    var used =
        rules.stream()
            .filter(rule -> results.stream().anyMatch(result -> result.rule().equals(rule.id())))
            .toList();
    var log = JsonNodeFactory.instance.objectNode();
    log.put("$schema", SCHEMA).put("version", "2.1.0");
    var run = log.putArray("runs").addObject();
    var driver = run.putObject("tool").putObject("driver").put("name", tool);
    var described = driver.putArray("rules");
    used.forEach(rule -> describe(rule, described.addObject()));
    var written = run.putArray("results");
    results.forEach(result -> add(result, used, written.addObject()));
    return written(log);
  }

  private static void describe(Rule rule, ObjectNode into) {
    into.put("id", rule.id());
    into.putObject("shortDescription").put("text", rule.meaning());
    into.putObject("help").put("text", rule.remedy());
    into.putObject("defaultConfiguration").put("level", rule.level());
  }

  private static void add(Result result, List<Rule> used, ObjectNode into) {
    int index = used.stream().map(Rule::id).toList().indexOf(result.rule());
    into.put("ruleId", result.rule()).put("ruleIndex", index);
    into.put("level", used.get(index).level());
    into.putObject("message").put("text", result.message());
    var place = into.putArray("locations").addObject().putObject("physicalLocation");
    place.putObject("artifactLocation").put("uri", uri(result.file()));
    if (result.line() > 0) {
      place.putObject("region").put("startLine", result.line());
    }
    if (result.isSuppressed()) {
      into.putArray("suppressions").addObject().put("kind", "inSource");
    }
  }

  private static String uri(String file) {
    try {
      return new URI(null, null, file, null).getRawPath();
    } catch (URISyntaxException e) {
      return file;
    }
  }

  private static String written(ObjectNode log) {
    try {
      return MAPPER.writeValueAsString(log);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }
}
