package dev.catamaran.it.release;

import static dev.catamaran.fixture.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.catamaran.fixture.TestChart;
import dev.catamaran.testcluster.OneOperator;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.TestPrimary;
import dev.catamaran.testcluster.Watching;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class ReleasePlaceIT {
  private static TestNamespace tenant;

  @RegisterExtension
  static final OneOperator OPERATOR =
      OneOperator.started(
          namespace -> {
            tenant = TestNamespace.create();
            namespace.atClose(tenant::close);
            return namespace.operate(watching(), tenant.name());
          });

  private static Watching watching() {
    return Watching.chart(
        "Widget",
        TestChart.named("where").configMap("made", "by", "it").path(),
        "releaseName: '{{ .metadata.name }}-{{ .spec.color }}'",
        "targetNamespace: '{{ .spec.tenant }}'",
        "allowOtherNamespaces: true");
  }

  @Test
  void isSetByTheTemplatesOfTheWatch(TestPrimary one) {
    deploy(one);

    assertEquals(tenant.name(), one.value("status.deployedRelease.namespace"));
    var made = tenant.existing(ConfigMap.class, made(one)).getMetadata();
    assertEquals(List.of(), made.getOwnerReferences());
    assertEquals(
        one.namespace().name() + "/" + one.name(),
        made.getAnnotations().get("operator-sdk/primary-resource"));

    tenant.delete(ConfigMap.class, made(one));
    eventually(() -> assertEquals(Map.of("by", "it"), tenant.data(made(one))));

    one.delete();
    assertGone(one);
  }

  @Test
  void isImmutable(TestPrimary one) {
    deploy(one);

    one.apply("{tenant: %s, color: red}".formatted(tenant.name()));
    one.awaitReason(
        "Stalled",
        "PlaceChanged",
        "release %1$s/%2$s-blue cannot move to %1$s/%2$s-red".formatted(tenant.name(), one.name()));
    assertEquals(List.of("1 deployed"), tenant.revisions(one.object("blue")));

    // The operator finds the release by its revision, without spec and status.
    OPERATOR.operator().stop();
    one.patch("{spec: null}");
    one.mergeStatus("{\"status\":null}");
    one.delete();
    OPERATOR.operator().start();
    assertGone(one);
  }

  @Test
  void mustBeValid(TestPrimary one) {
    one.apply("{color: blue}");
    one.awaitReason(
        "Stalled",
        "InvalidPlace",
        "targetNamespace is \"{{ .spec.tenant }}\", but spec.tenant is not set");
    one.apply("{color: Blue, tenant: %s}".formatted(tenant.name()));
    one.awaitReason(
        "Stalled",
        "InvalidPlace",
        "release name \"%s-Blue\" must be lower case letters".formatted(one.name()));
    one.apply("{color: blue, tenant: elsewhere}");
    one.awaitReason("Stalled", "InvalidPlace", "this operator does not watch namespace elsewhere");

    deploy(one);
    assertEquals(Map.of(), one.condition("Stalled"));
  }

  @Test
  void waitsForAMissingNamespace(TestNamespace namespace) {
    var missing = namespace.name() + "-tenant";
    namespace.operate(watching(), missing);
    var one = namespace.widget("one").apply("{color: blue, tenant: %s}".formatted(missing));
    one.awaitReason("Ready", "NamespaceMissing", missing);

    var made = new NamespaceBuilder().withNewMetadata().withName(missing).endMetadata().build();
    one.client().resource(made).create();
    one.awaitReady();
    one.client().resource(made).delete();
  }

  private static void deploy(TestPrimary one) {
    one.deploy("{tenant: %s, color: blue}".formatted(tenant.name()));
  }

  private static String made(TestPrimary one) {
    return one.object("blue-made");
  }

  private static void assertGone(TestPrimary one) {
    eventually(() -> assertNull(one.primary()));
    assertEquals(List.of(), tenant.revisions(one.object("blue")));
    assertNull(tenant.get(ConfigMap.class, made(one)));
  }
}
