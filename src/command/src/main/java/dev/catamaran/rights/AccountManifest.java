package dev.catamaran.rights;

import static dev.catamaran.rights.RoleManifest.scalar;

/** Text of a service account, and of what gives it a role. Pure. */
public record AccountManifest(String namespace, String name) {

  /** Returns the YAML of the account. */
  public String text() {
    return """
        apiVersion: v1
        kind: ServiceAccount
        metadata:
          name: %s
          namespace: %s
        """
        .formatted(scalar(name), scalar(namespace));
  }

  /** Returns the YAML of what gives the account, in a namespace, a ClusterRole. */
  public String bound(String clusterRole, String roleNamespace) {
    return binding("RoleBinding", clusterRole, in(roleNamespace), "ClusterRole", clusterRole);
  }

  /** Returns the YAML of what gives the account a ClusterRole in the whole cluster. */
  public String boundEverywhere(String clusterRole) {
    var own = namespace + "-" + clusterRole;
    return binding("ClusterRoleBinding", own, "", "ClusterRole", clusterRole);
  }

  private static String in(String namespace) {
    return "  namespace: " + scalar(namespace) + "\n";
  }

  private String binding(String kind, String own, String place, String roleKind, String role) {
    return """
        apiVersion: rbac.authorization.k8s.io/v1
        kind: %s
        metadata:
          name: %s
        %sroleRef:
          apiGroup: rbac.authorization.k8s.io
          kind: %s
          name: %s
        subjects:
        - kind: ServiceAccount
          name: %s
          namespace: %s
        """
        .formatted(
            kind, scalar(own), place, roleKind, scalar(role), scalar(name), scalar(namespace));
  }
}
