package dev.catamaran.validation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;

/** A log of SARIF 2.1.0 (OASIS, sarif-v2.1.0). Pure. */
final class Sarif {
  private static final String SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json";

  private Sarif() {}

  static JsonNode of(List<Finding> findings) {
    var rules = findings.stream().map(Finding::rule).distinct().sorted().toList();
    var log = JsonNodeFactory.instance.objectNode();
    log.put("$schema", SCHEMA).put("version", "2.1.0");
    var run = log.putArray("runs").addObject();
    var driver = run.putObject("tool").putObject("driver").put("name", "catamaran validate");
    var described = driver.putArray("rules");
    rules.forEach(rule -> describe(rule, described.addObject()));
    var results = run.putArray("results");
    findings.forEach(finding -> add(finding, rules.indexOf(finding.rule()), results.addObject()));
    return log;
  }

  private static void describe(CheckRule rule, ObjectNode into) {
    into.put("id", rule.id());
    into.putObject("shortDescription").put("text", rule.meaning());
    into.putObject("help").put("text", rule.remedy());
    into.putObject("defaultConfiguration").put("level", rule.severity().word());
  }

  private static void add(Finding finding, int ruleIndex, ObjectNode result) {
    result.put("ruleId", finding.rule().id()).put("ruleIndex", ruleIndex);
    result.put("level", finding.rule().severity().word());
    var hint = finding.hint().isEmpty() ? "" : "; " + finding.hint();
    result.putObject("message").put("text", finding.message() + hint);
    var place = result.putArray("locations").addObject().putObject("physicalLocation");
    place.putObject("artifactLocation").put("uri", uri(finding.file()));
    if (finding.line() > 0) {
      place.putObject("region").put("startLine", finding.line());
    }
  }

  private static String uri(String file) {
    try {
      return new URI(null, null, file, null).getRawPath();
    } catch (URISyntaxException e) {
      return file;
    }
  }
}
