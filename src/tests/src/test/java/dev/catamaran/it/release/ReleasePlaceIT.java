package dev.catamaran.it.release;

import static dev.catamaran.fixture.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.fixture.TestChart;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.Watching;
import dev.catamaran.testkit.TestedOperator;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ReleasePlaceIT {
  private static final String MADE = "one-blue-made";

  @Test
  void isSetByTheTemplatesOfTheWatch(TestNamespace namespace) {
    try (var tenant = TestNamespace.create()) {
      deploy(namespace, tenant);

      var primary = namespace.primary("Widget", "one");
      assertNotNull(primary);
      assertEquals(tenant.name(), primary.get("status", "deployedRelease", "namespace"));
      var made = tenant.existing(ConfigMap.class, MADE).getMetadata();
      assertEquals(List.of(), made.getOwnerReferences());
      assertEquals(
          namespace.name() + "/one", made.getAnnotations().get("operator-sdk/primary-resource"));

      tenant.delete(ConfigMap.class, MADE);
      eventually(() -> assertEquals(Map.of("by", "it"), tenant.data(MADE)));

      namespace.delete("Widget", "one");
      assertGone(namespace, tenant);
    }
  }

  @Test
  void isImmutable(TestNamespace namespace) {
    try (var tenant = TestNamespace.create()) {
      var operator = deploy(namespace, tenant);

      namespace.apply("Widget", "one", "{tenant: %s, color: red}".formatted(tenant.name()));
      assertStalled(
          namespace,
          "PlaceChanged",
          "release %1$s/one-blue cannot move to %1$s/one-red".formatted(tenant.name()));
      assertEquals(List.of("1 deployed"), tenant.revisions("one-blue"));

      // The operator finds the release by its revision, without spec and status.
      operator.close();
      removeSpecAndStatus(namespace);
      namespace.delete("Widget", "one");
      namespace.operate(watching(), tenant.name());
      assertGone(namespace, tenant);
    }
  }

  @Test
  void mustBeValid(TestNamespace namespace) {
    namespace.operate(watching());
    namespace.apply("Widget", "one", "{color: blue}");
    assertStalled(
        namespace,
        "InvalidPlace",
        "targetNamespace is \"{{ .spec.tenant }}\", but spec.tenant is not set");
    namespace.apply("Widget", "one", "{color: Blue, tenant: %s}".formatted(namespace.name()));
    assertStalled(
        namespace, "InvalidPlace", "release name \"one-Blue\" must be lower case letters");
    namespace.apply("Widget", "one", "{color: blue, tenant: elsewhere}");
    assertStalled(namespace, "InvalidPlace", "this operator does not watch namespace elsewhere");

    namespace.deploy("Widget", "one", "{color: blue, tenant: %s}".formatted(namespace.name()));
    assertEquals(Map.of(), namespace.condition("Widget", "one", "Stalled"));
  }

  @Test
  void waitsForAMissingNamespace(TestNamespace namespace) {
    var tenant = namespace.name() + "-tenant";
    namespace.operate(watching(), tenant);
    namespace.apply("Widget", "one", "{color: blue, tenant: %s}".formatted(tenant));
    namespace.awaitReason("Widget", "one", "Ready", "NamespaceMissing", tenant);

    var made = new NamespaceBuilder().withNewMetadata().withName(tenant).endMetadata().build();
    namespace.client().resource(made).create();
    namespace.awaitReady("Widget", "one");
    namespace.client().resource(made).delete();
  }

  private static TestedOperator deploy(TestNamespace namespace, TestNamespace tenant) {
    var operator = namespace.operate(watching(), tenant.name());
    namespace.deploy("Widget", "one", "{tenant: %s, color: blue}".formatted(tenant.name()));
    return operator;
  }

  private static Watching watching() {
    return Watching.chart(
        "Widget",
        TestChart.named("where").configMap("made", "by", "it").path(),
        "releaseName: '{{ .metadata.name }}-{{ .spec.color }}'",
        "targetNamespace: '{{ .spec.tenant }}'",
        "allowOtherNamespaces: true");
  }

  private static void assertStalled(TestNamespace namespace, String reason, String message) {
    eventually(
        () -> {
          var stalled = namespace.condition("Widget", "one", "Stalled");
          assertEquals(reason, stalled.get("reason"), stalled::toString);
          assertTrue(stalled.get("message").startsWith(message), stalled::toString);
        });
  }

  private static void assertGone(TestNamespace namespace, TestNamespace tenant) {
    eventually(() -> assertNull(namespace.primary("Widget", "one")));
    assertEquals(List.of(), tenant.revisions("one-blue"));
    assertNull(tenant.get(ConfigMap.class, MADE));
  }

  private static void removeSpecAndStatus(TestNamespace namespace) {
    var merge = PatchContext.of(PatchType.JSON_MERGE);
    var widget = namespace.resource("Widget", "one");
    widget.patch(merge, "{\"spec\":null}");
    widget.subresource("status").patch(merge, "{\"status\":null}");
  }
}
