package dev.catamaran.project;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The class for admission of a kind, and its test.
 *
 * @param parts what it does; not empty
 */
record Admission(Set<Part> parts) {

  /** What the API server asks for. */
  enum Part {
    DEFAULTS("Mutator"),
    VALIDATES("Validator");

    private final String type;

    Part(String type) {
      this.type = type;
    }
  }

  /** Returns the class. */
  String text(Map<String, String> values) {
    return fill("webhook/java/Admission.java.txt", "", values);
  }

  /** Returns its test. */
  String test(Map<String, String> values) {
    return fill("webhook/java/AdmissionTest.java.txt", "Test", values);
  }

  private String fill(String resource, String suffix, Map<String, String> values) {
    var all = new TreeMap<>(values);
    all.put(
        "interfaces",
        parts.stream()
            .sorted()
            .map(part -> "%s<%s>".formatted(part.type, values.get("kind")))
            .collect(Collectors.joining(", ")));
    all.put("imports", imports(suffix));
    all.put("mutator", method(Part.DEFAULTS, "Mutator", suffix, values));
    all.put("validator", method(Part.VALIDATES, "Validator", suffix, values));
    all.put("between", parts.size() == Part.values().length ? "\n" : "");
    return Template.fill(resource, all);
  }

  private String imports(String suffix) {
    var imports = new StringBuilder();
    if (suffix.isEmpty() && parts.contains(Part.DEFAULTS)) {
      imports.append("import dev.catamaran.kit.Mutator;\n");
    }
    if (parts.contains(Part.VALIDATES)) {
      imports.append(suffix.isEmpty() ? "import dev.catamaran.kit.Validator;\n" : "");
      imports.append("import dev.catamaran.kit.Verdict;\n");
    }
    return imports.toString();
  }

  private String method(Part part, String name, String suffix, Map<String, String> values) {
    return parts.contains(part)
        ? Template.fill("webhook/java/%s%s.java.txt".formatted(name, suffix), values)
        : "";
  }
}
