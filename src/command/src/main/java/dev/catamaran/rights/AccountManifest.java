package dev.catamaran.rights;

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
        .formatted(RoleManifest.scalar(name), RoleManifest.scalar(namespace));
  }

  /** Returns the YAML of a Role in a namespace, and of its binding to the account. */
  public String with(RoleManifest role, String roleNamespace) {
    var place = "  namespace: " + RoleManifest.scalar(roleNamespace) + "\n";
    return role.text(place) + "---\n" + binding(role, place);
  }

  /** Returns the YAML of a ClusterRole, and of its binding to the account. */
  public String with(RoleManifest clusterRole) {
    return clusterRole.text() + "---\n" + binding(clusterRole, "");
  }

  private String binding(RoleManifest role, String place) {
    var text = new StringBuilder("apiVersion: rbac.authorization.k8s.io/v1\n");
    text.append("kind: ").append(role.kind()).append("Binding\nmetadata:\n");
    text.append("  name: ").append(RoleManifest.scalar(role.name())).append('\n').append(place);
    return text.append(
            """
            roleRef:
              apiGroup: rbac.authorization.k8s.io
              kind: %s
              name: %s
            subjects:
            - kind: ServiceAccount
              name: %s
              namespace: %s
            """
                .formatted(
                    role.kind(),
                    RoleManifest.scalar(role.name()),
                    RoleManifest.scalar(name),
                    RoleManifest.scalar(namespace)))
        .toString();
  }
}
