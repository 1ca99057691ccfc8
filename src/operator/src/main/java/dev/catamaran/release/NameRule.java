package dev.catamaran.release;

import java.util.regex.Pattern;

/** Syntax of names that Helm and Kubernetes accept. */
public enum NameRule {
  /** Of a release (Helm, pkg/chartutil/validate_name.go). */
  RELEASE("release name", NameRule.SUBDOMAIN, 53),
  /** Of a namespace: RFC 1123's label. */
  NAMESPACE("namespace", NameRule.LABEL, 63),
  /** Of a service account: RFC 1123's subdomain. */
  SERVICE_ACCOUNT("service account", NameRule.SUBDOMAIN, 253);

  private static final String LABEL = "[a-z0-9]([-a-z0-9]*[a-z0-9])?";
  private static final String SUBDOMAIN = LABEL + "(\\." + LABEL + ")*";

  private final String what;
  private final Pattern pattern;
  private final int longest;

  NameRule(String what, String pattern, int longest) {
    this.what = what;
    this.pattern = Pattern.compile(pattern);
    this.longest = longest;
  }

  /** Returns the maximum length of a name. */
  public int longest() {
    return longest;
  }

  /** Whether {@code name} is valid. */
  public boolean accepts(String name) {
    return name.length() <= longest && pattern.matcher(name).matches();
  }

  /** Returns the reason for the refusal of an invalid name. */
  public String refusal(String name) {
    return "%s \"%s\" must be lower case letters, digits%s and dashes, begin and end with a letter or digit, and have at most %d characters"
        .formatted(what, name, pattern.pattern().equals(SUBDOMAIN) ? ", dots" : "", longest);
  }
}
