package dev.catamaran.it.release;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.catamaran.fixture.TestChart;
import dev.catamaran.release.CrdPolicy;
import dev.catamaran.release.EngineOptions;
import dev.catamaran.release.HelmCall;
import dev.catamaran.release.UninstallOptions;
import dev.catamaran.testcluster.KindContexts;
import dev.catamaran.testcluster.RealNode;
import dev.catamaran.testcluster.TestEngine;
import dev.catamaran.testcluster.TestNamespace;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import java.time.Duration;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

@RealNode
class ChartDefinitionsIT {

  @Test
  void createsDefinitionsOfEnabledChartsBeforeTheirObjects(TestNamespace namespace) {
    var group = namespace.name() + ".example.com";
    var helm = TestEngine.of(namespace, "one");
    install(helm, withSubcharts(group), CrdPolicy.CREATE);

    assertNotNull(definition(namespace, "boxes." + group));
    assertNotNull(definition(namespace, "lids." + group));
    assertNull(definition(namespace, "nails." + group));
    assertEquals(
        1,
        namespace
            .client()
            .genericKubernetesResources(KindContexts.namespaced(group, "v1", "Box", "boxes"))
            .inNamespace(namespace.name())
            .list()
            .getItems()
            .size());

    helm.engine()
        .run(
            new HelmCall.Uninstall(
                helm.release(), new UninstallOptions(Duration.ofMinutes(1), true)));
    assertNotNull(definition(namespace, "boxes." + group));
    delete(namespace, "boxes." + group, "lids." + group);
  }

  @Test
  void keepsOrReplacesExistingDefinitionsByPolicy(TestNamespace namespace) {
    var group = namespace.name() + ".example.com";
    var helm = TestEngine.of(namespace, "one");
    var before =
        TestChart.named("boxes").file("crds/a.yml", definition(group, "boxes", "Box", "old"));
    install(helm, before.configMap("a", "a", "a"), CrdPolicy.CREATE);
    var after =
        TestChart.named("boxes")
            .file("crds/a.yml", definition(group, "boxes", "Box", "new"))
            .file("crds/b.yml", definition(group, "lids", "Lid", "new"))
            .configMap("a", "a", "b");

    upgrade(helm, after, CrdPolicy.SKIP);
    assertNull(definition(namespace, "lids." + group));
    upgrade(helm, after, CrdPolicy.CREATE);
    assertEquals("old", descriptionOf(namespace, "boxes." + group));
    assertEquals("new", descriptionOf(namespace, "lids." + group));
    upgrade(helm, after, CrdPolicy.CREATE_REPLACE);
    assertEquals("new", descriptionOf(namespace, "boxes." + group));
    assertNotNull(namespace.get(ConfigMap.class, "one-a"));
    delete(namespace, "boxes." + group, "lids." + group);
  }

  @Test
  void replacesADefinitionWithoutTheBundleOfAnInjector(TestNamespace namespace) {
    var group = namespace.name() + ".example.com";
    var helm = TestEngine.of(namespace, "one");
    install(helm, converted(group, "old"), CrdPolicy.CREATE_REPLACE);
    var live =
        namespace.client().resources(CustomResourceDefinition.class).withName("boxes." + group);
    var bundle = namespace.client().getConfiguration().getCaCertData();
    TestNamespace.edit(
        live,
        found -> {
          found.getSpec().getConversion().getWebhook().getClientConfig().setCaBundle(bundle);
          return found;
        });

    upgrade(helm, converted(group, "new"), CrdPolicy.CREATE_REPLACE);

    assertEquals("new", descriptionOf(namespace, "boxes." + group));
    assertEquals(
        bundle,
        live.require().getSpec().getConversion().getWebhook().getClientConfig().getCaBundle());
    delete(namespace, "boxes." + group);
  }

  private static TestChart converted(String group, String description) {
    var conversion =
        "conversion: {strategy: Webhook, webhook: {conversionReviewVersions: [v1],"
            + " clientConfig: {service: {name: a, namespace: a}, caBundle: ''}}}";
    return TestChart.named("boxes")
        .file(
            "crds/a.yml",
            definition(group, "boxes", "Box", description)
                .replace("spec:\n", "spec:\n  " + conversion + "\n"))
        .configMap("a", "a", "a");
  }

  private static TestChart withSubcharts(String group) {
    return TestChart.named("boxes")
        .file(
            "Chart.yaml",
            """
            apiVersion: v2
            name: boxes
            version: 0.1.0
            dependencies:
            - {name: lid, version: 1.0.0, alias: cover}
            - {name: nail, version: 1.0.0, condition: nail.enabled}
            """)
        .values("nail: {enabled: false}")
        .file("crds/boxes.yaml", definition(group, "boxes", "Box", ""))
        .file("charts/lid/Chart.yaml", "apiVersion: v2\nname: lid\nversion: 1.0.0\n")
        .file("charts/lid/crds/lids.yaml", definition(group, "lids", "Lid", ""))
        .file("charts/nail/Chart.yaml", "apiVersion: v2\nname: nail\nversion: 1.0.0\n")
        .file("charts/nail/crds/nails.yaml", definition(group, "nails", "Nail", ""))
        .template(
            "box.yaml",
            """
            apiVersion: %s/v1
            kind: Box
            metadata: {name: "{{ .Release.Name }}"}
            """
                .formatted(group));
  }

  /** Returns the manifest of a definition, with a status like that of old generators. */
  static String definition(String group, String plural, String kind, String description) {
    return """
    apiVersion: apiextensions.k8s.io/v1
    kind: CustomResourceDefinition
    metadata: {name: %2$s.%1$s}
    spec:
      group: %1$s
      names: {kind: %3$s, plural: %2$s, singular: %4$s, listKind: %3$sList}
      scope: Namespaced
      versions:
      - name: v1
        served: true
        storage: true
        schema: {openAPIV3Schema: {type: object, description: "%5$s"}}
    status: {conditions: [], storedVersions: []}
    """
        .formatted(group, plural, kind, kind.toLowerCase(Locale.ROOT), description);
  }

  private static void install(TestEngine helm, TestChart chart, CrdPolicy crds) {
    helm.engine().run(new HelmCall.Install(helm.desired(chart.path(), "{}", with(crds))));
  }

  private static void upgrade(TestEngine helm, TestChart chart, CrdPolicy crds) {
    helm.engine().run(new HelmCall.Upgrade(helm.desired(chart.path(), "{}", with(crds))));
  }

  private static EngineOptions with(CrdPolicy crds) {
    return new EngineOptions(EngineOptions.Step.DEFAULT, EngineOptions.Step.DEFAULT, crds);
  }

  private static @Nullable CustomResourceDefinition definition(
      TestNamespace namespace, String name) {
    return namespace.client().resources(CustomResourceDefinition.class).withName(name).get();
  }

  private static String descriptionOf(TestNamespace namespace, String name) {
    return namespace
        .client()
        .resources(CustomResourceDefinition.class)
        .withName(name)
        .require()
        .getSpec()
        .getVersions()
        .getFirst()
        .getSchema()
        .getOpenAPIV3Schema()
        .getDescription();
  }

  private static void delete(TestNamespace namespace, String... names) {
    for (var name : names) {
      namespace.client().resources(CustomResourceDefinition.class).withName(name).delete();
    }
  }
}
