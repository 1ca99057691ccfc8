package dev.catamaran.project;

import dev.catamaran.api.ManagerException;
import java.util.regex.Pattern;

/** The rules for names that people choose. Kubernetes and kubebuilder have the same rules. */
final class Names {
  private static final Pattern LABEL = Pattern.compile("[a-z0-9]([a-z0-9-]*[a-z0-9])?");
  private static final Pattern SUBDOMAIN = Pattern.compile(LABEL + "(\\." + LABEL + ")*");
  private static final Pattern VERSION = Pattern.compile("v[1-9][0-9]*((alpha|beta)[1-9][0-9]*)?");
  private static final Pattern KIND = Pattern.compile("[A-Z][A-Za-z0-9]*");

  /**
   * The name of the metrics Service has 35 characters more, and a Service's name is a DNS label of
   * at most 63.
   */
  private static final int LONGEST_PROJECT = 28;

  private static final String PROJECT =
      "1 to 28 lower-case letters, digits and dashes, such as memcached-operator";

  private static final int LONGEST_KIND = 63;
  private static final int LONGEST_SUBDOMAIN = 253;

  private Names() {}

  static void checkProject(String name) {
    check(isProject(name), "--name", name, PROJECT);
  }

  /** Checks the name of a folder, which becomes that of the operator if a person gives none. */
  static void checkFolder(String name) {
    if (!isProject(name)) {
      throw new ManagerException(
          "the directory's name \"%s\" cannot be the name of the operator; give it a name with --name: %s"
              .formatted(name, PROJECT));
    }
  }

  private static boolean isProject(String name) {
    return LABEL.matcher(name).matches() && name.length() <= LONGEST_PROJECT;
  }

  static void checkDomain(String domain) {
    check(isSubdomain(domain), "--domain", domain, "a DNS name, such as my.domain");
  }

  static void checkGroup(String group) {
    check(
        group.isEmpty() || isSubdomain(group),
        "--group",
        group,
        "a DNS name without the domain, such as cache");
  }

  static void checkVersion(String version) {
    checkVersion("--version", version);
  }

  static void checkVersion(String option, String version) {
    check(
        VERSION.matcher(version).matches(),
        option,
        version,
        "a version of Kubernetes APIs, such as v1, v1beta1 or v1alpha1");
  }

  static void checkKind(String kind) {
    check(
        KIND.matcher(kind).matches() && kind.length() <= LONGEST_KIND,
        "--kind",
        kind,
        "letters and digits, the first a capital, such as Memcached");
  }

  private static boolean isSubdomain(String text) {
    return SUBDOMAIN.matcher(text).matches() && text.length() <= LONGEST_SUBDOMAIN;
  }

  private static void check(boolean valid, String option, String text, String expected) {
    if (!valid) {
      throw new ManagerException("%s: \"%s\" is not %s".formatted(option, text, expected));
    }
  }
}
