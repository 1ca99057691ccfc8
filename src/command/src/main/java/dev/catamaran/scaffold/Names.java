package dev.catamaran.scaffold;

import dev.catamaran.api.ManagerException;
import java.util.regex.Pattern;

/** The rules for names that people choose. Kubernetes and kubebuilder have the same rules. */
enum Names {
  /**
   * The name of the metrics Service has 35 characters more, and a Service's name is a DNS label of
   * at most 63.
   */
  PROJECT(
      28, Text.LABEL, "1 to 28 lower-case letters, digits and dashes, such as memcached-operator"),
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

  /**
   * Checks a name.
   *
   * @param option that has it
   * @throws ManagerException if it is not valid
   */
  void check(String option, String name) {
    if (!pattern.matcher(name).matches() || name.length() > longest) {
      throw new ManagerException("%s: \"%s\" is not %s".formatted(option, name, expected));
    }
  }
}
