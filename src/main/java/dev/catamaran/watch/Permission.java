package dev.catamaran.watch;

/**
 * What an administrator may let whoever writes a primary do, kind by kind. Nothing of it is allowed
 * unless watches.yaml says so.
 */
public enum Permission {
  /** To choose another account of its namespace than the one whose rights count. */
  SERVICE_ACCOUNT_OVERRIDE("allowServiceAccountOverride"),
  /** To take a release over that it did not make. */
  ADOPTION("allowAdoption"),
  /** To have values read from Secrets that the primary names. */
  VALUES_FROM_SECRETS("allowValuesFromSecrets"),
  /** To have its release in another namespace, by what the primary says. */
  OTHER_NAMESPACES("allowOtherNamespaces"),
  /** To be, or to have its release, in the operator's own namespace. */
  OPERATOR_NAMESPACE("allowOperatorNamespace");

  private final String option;

  Permission(String option) {
    this.option = option;
  }

  /** Its field in watches.yaml. */
  public String option() {
    return option;
  }

  /** What the administrator can do about a refusal, for people. */
  public String remedy() {
    return "an administrator can allow it by %s: true for this kind in watches.yaml"
        .formatted(option);
  }
}
