package dev.catamaran.watch;

/**
 * Permissions that an administrator can grant to the authors of primaries, for each kind. All are
 * denied unless watches.yaml grants them.
 */
public enum Permission {
  /** The author may choose another service account of the primary's namespace. */
  SERVICE_ACCOUNT_OVERRIDE("allowServiceAccountOverride"),
  /** The author may adopt a release of another owner. */
  ADOPTION("allowAdoption"),
  /** The author may take values from Secrets that the primary names. */
  VALUES_FROM_SECRETS("allowValuesFromSecrets"),
  /** The author may place the release in another namespace. */
  OTHER_NAMESPACES("allowOtherNamespaces"),
  /** The author may place the primary, or its release, in the operator's own namespace. */
  OPERATOR_NAMESPACE("allowOperatorNamespace"),
  /** Releases are made with the operator's own rights, if there is no account for them. */
  OWN_RIGHTS("allowOwnRights"),
  /** Pods of a release may run with its account, or with the operator's. */
  ACCOUNT_IN_PODS("allowAccountInPods"),
  /**
   * A primary whose status says nothing about its release, such as a restored one, uses the
   * revisions that are stored for it. The author may have stored them.
   */
  UNREPORTED_REVISIONS("allowUnreportedRevisions");

  private final String option;

  Permission(String option) {
    this.option = option;
  }

  /** Returns the permission's field in watches.yaml. */
  public String option() {
    return option;
  }

  /** Returns the administrator's remedy for a refusal, for messages. */
  public String remedy() {
    return "an administrator can allow it by %s: true for this kind in watches.yaml"
        .formatted(option);
  }
}
