package dev.catamaran.scaffold;

import dev.catamaran.api.ManagerException;
import dev.catamaran.project.ProjectApi;
import dev.catamaran.project.ProjectFile;
import dev.catamaran.recorder.Discovery.Plurals;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * The names of a new kind.
 *
 * @param group API group without the project's domain; empty for the domain itself
 */
public record NewKind(String group, String version, String kind) {

  public NewKind {
    Names.GROUP.check("--group", group);
    Names.VERSION.check("--version", version);
    Names.KIND.check("--kind", kind);
  }

  boolean names(ProjectApi api) {
    return api.group().equals(group) && api.kind().equals(kind);
  }

  /** Returns a folder for a chart whose usual folder has another chart. */
  String distinctChart(ProjectFile project, String chart) {
    var prefix = group.isEmpty() ? project.domain() : group;
    return "helm-charts/%s-%s-%s".formatted(prefix, kind.toLowerCase(Locale.ROOT), chart);
  }

  ProjectApi resource(ProjectFile project, String chart, String reconciler) {
    var ofGroup =
        project.resources().stream()
            .filter(other -> other.group().equals(group) && other.domain().equals(project.domain()))
            .filter(other -> other.kind().equalsIgnoreCase(kind))
            .findFirst();
    // Earlier versions of the command had other rules for plurals.
    var plural = ofGroup.map(ProjectApi::plural).orElseGet(() -> Plurals.of(kind));
    var api = new ProjectApi(group, project.domain(), version, kind, plural, chart, reconciler);
    ofGroup
        .filter(other -> !other.isSameAs(api))
        .ifPresent(
            other -> {
              throw new ManagerException(
                  "the project has the kind %s of %s already, in version %s, from %s"
                      .formatted(
                          other.kind(),
                          api.apiGroup(),
                          other.version(),
                          other.chart().isEmpty() ? other.reconciler() : other.chart()));
            });
    return ofGroup.orElse(api);
  }

  /** The rules for names that people choose. Kubernetes and kubebuilder have the same rules. */
  enum Names {
    /**
     * The name of the metrics Service has 35 characters more, and a Service's name is a DNS label
     * of at most 63.
     */
    PROJECT(
        28,
        Text.LABEL,
        "1 to 28 lower-case letters, digits and dashes, such as memcached-operator"),
    DOMAIN(253, Text.SUBDOMAIN, "a DNS name, such as my.domain"),
    GROUP(253, "|" + Text.SUBDOMAIN, "a DNS name without the domain, such as cache"),
    VERSION(
        63,
        "v[1-9][0-9]*((alpha|beta)[1-9][0-9]*)?",
        "a version of Kubernetes APIs, such as v1, v1beta1 or v1alpha1"),
    KIND(63, "[A-Z][A-Za-z0-9]*", "letters and digits, the first a capital, such as Memcached");

    private final int longest;
    private final Pattern pattern;
    private final String expected;

    private static final class Text {
      static final String LABEL = "[a-z0-9]([a-z0-9-]*[a-z0-9])?";
      static final String SUBDOMAIN = LABEL + "(\\." + LABEL + ")*";
    }

    Names(int longest, String pattern, String expected) {
      this.longest = longest;
      this.pattern = Pattern.compile(pattern);
      this.expected = expected;
    }

    void check(String option, String name) {
      if (!pattern.matcher(name).matches() || name.length() > longest) {
        throw new ManagerException("%s: \"%s\" is not %s".formatted(option, name, expected));
      }
    }
  }
}
