package dev.catamaran.it.watches;

import static dev.catamaran.fixture.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.catamaran.fixture.TestChart;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.Watching;
import io.fabric8.kubernetes.api.model.rbac.Role;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A chart uses values of the primary as object names. */
class ObjectNamesIT {
  private static final String NAME = "name: {{ .Values.name | quote }}";

  /** The client puts names into request paths. A path must not lead to another object. */
  @Test
  void reportsAnInvalidNameAndContinuesWithAValidOne(TestNamespace namespace) {
    var chart =
        TestChart.named("maps")
            .configMap("first", "by", "it")
            .template("named.yaml", "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  " + NAME);
    namespace.operate(Watching.chart("Widget", chart.path()));
    var names = List.of("map[a:[1]]", "a/../b", "..", "50%", "a b?c#d");
    for (int i = 0; i < names.size(); i++) {
      namespace.apply("Widget", "w" + i, "{name: '%s'}".formatted(names.get(i)));
    }
    for (int i = 0; i < names.size(); i++) {
      var one = namespace.widget("w" + i);
      one.awaitReason("Ready", "InstallError");
      one.deploy("{name: good-%d}".formatted(i));
      one.delete();
      one.awaitGone();
    }
  }

  /** Names of RBAC objects need not be valid path segments. */
  @Test
  void managesAnObjectWithAnUnusualName(TestNamespace namespace) {
    var chart =
        TestChart.named("roles")
            .template(
                "role.yaml",
                """
                apiVersion: rbac.authorization.k8s.io/v1
                kind: Role
                metadata:
                  %s
                rules: [{apiGroups: [""], resources: [configmaps], verbs: [{{ .Values.verb }}]}]
                """
                    .formatted(NAME));
    namespace.operate(Watching.chart("Widget", chart.path()));
    namespace.deploy("Widget", "one", "{name: 'read: all [of] this+', verb: get}");
    var first = role(namespace);
    assertFalse(first.getMetadata().getOwnerReferences().isEmpty());

    var deleted = first.getMetadata().getUid();
    namespace.deleteAt(
        "/apis/rbac.authorization.k8s.io/v1/namespaces/%s/roles/read:%%20all%%20%%5Bof%%5D%%20this+"
            .formatted(namespace.name()));
    eventually(() -> assertNotEquals(deleted, role(namespace).getMetadata().getUid()));
    namespace.awaitReady("Widget", "one");
    namespace.apply("Widget", "one", "{name: 'read: all [of] this+', verb: list}");
    eventually(() -> assertEquals(List.of("list"), verbs(namespace)));
    namespace.awaitReady("Widget", "one");

    namespace.delete("Widget", "one");
    eventually(() -> assertNull(namespace.primary("Widget", "one")));
    eventually(() -> assertEquals(List.of(), roles(namespace)));
  }

  private static List<String> verbs(TestNamespace namespace) {
    return role(namespace).getRules().stream().flatMap(rule -> rule.getVerbs().stream()).toList();
  }

  private static Role role(TestNamespace namespace) {
    return roles(namespace).getFirst();
  }

  private static List<Role> roles(TestNamespace namespace) {
    return namespace.client().rbac().roles().inNamespace(namespace.name()).list().getItems();
  }
}
