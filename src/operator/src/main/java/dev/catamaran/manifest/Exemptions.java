package dev.catamaran.manifest;

import com.fasterxml.jackson.core.JsonPointer;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Objects and fields of one revision that no repair changes. Pure. */
public final class Exemptions {
  /** The number of replicas, which an autoscaler decides if there is one. */
  public static final JsonPointer REPLICAS = JsonPointer.compile("/spec/replicas");

  /** Label or annotation by which a chart exempts an object. */
  private static final String OPT_OUT = "catamaran.dev/drift";

  private final List<IgnoreRule> rules;
  private final ScaleTargets autoscaled;

  Exemptions(List<IgnoreRule> rules, ScaleTargets autoscaled) {
    this.rules = rules;
    this.autoscaled = autoscaled;
  }

  /** Whether the whole object is exempt, even if it is deleted. */
  public boolean isExempt(ManifestObject object) {
    return optsOut(object) || rules.stream().anyMatch(rule -> rule.coversWhole(object));
  }

  public Set<JsonPointer> fields(ManifestObject object) {
    var fields = new LinkedHashSet<JsonPointer>();
    rules.stream()
        .filter(rule -> rule.objects().test(object))
        .flatMap(rule -> rule.paths().stream())
        .forEach(fields::add);
    if (autoscaled.contains(object)) {
      fields.add(REPLICAS);
    }
    return fields;
  }

  private static boolean optsOut(ManifestObject object) {
    var metadata = object.content().path("metadata");
    return isIgnore(metadata.path("annotations").path(OPT_OUT).asText())
        || isIgnore(metadata.path("labels").path(OPT_OUT).asText());
  }

  private static boolean isIgnore(String value) {
    return value.equals("ignore");
  }
}
