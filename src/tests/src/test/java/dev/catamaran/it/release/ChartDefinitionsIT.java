package dev.catamaran.it.release;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.catamaran.fixture.TestChart;
import dev.catamaran.testcluster.KindContexts;
import dev.catamaran.testcluster.RealNode;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.Watching;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.client.dsl.Resource;
import java.nio.file.Path;
import java.util.Locale;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** CRDs in {@code crds/} of a chart, which belong to no release. */
@RealNode
class ChartDefinitionsIT {
  private static final String REPLACED = "crds: CreateReplace";

  @AfterEach
  void deleteDefinitions(TestNamespace namespace) {
    definition(namespace, "boxes").delete();
    definition(namespace, "lids").delete();
  }

  @Test
  void areMadeForEnabledChartsBeforeTheirObjectsAndStay(TestNamespace namespace) {
    namespace.operate(Watching.chart("Widget", withSubcharts(group(namespace)).path()));
    var one = namespace.widget("one");
    one.deploy("{}");

    assertNotNull(definition(namespace, "boxes").get());
    assertNotNull(definition(namespace, "lids").get());
    assertNull(definition(namespace, "nails").get());
    var boxes = KindContexts.namespaced(group(namespace), "v1", "Box", "boxes");
    namespace
        .client()
        .genericKubernetesResources(boxes)
        .inNamespace(namespace.name())
        .withName("one")
        .require();

    one.delete();
    one.awaitGone();
    assertNotNull(definition(namespace, "boxes").get());
  }

  @Test
  void areKeptOrReplacedByPolicy(TestNamespace namespace) {
    var group = group(namespace);
    var before = chart().file("crds/a.yml", definition(group, "boxes", "Box", "old")).path();
    var after =
        chart()
            .file("crds/a.yml", definition(group, "boxes", "Box", "new"))
            .file("crds/b.yml", definition(group, "lids", "Lid", "new"))
            .path();
    namespace.operate(
        Watching.chart("Widget", before)
            .and("Gadget", after, "crds: Skip")
            .and("Gizmo", after, "crds: Create")
            .and("Trinket", after, REPLACED));

    namespace.one("Widget", "before").deploy("{}");
    namespace.one("Gadget", "skipped").deploy("{}");
    assertNull(definition(namespace, "lids").get());
    namespace.one("Gizmo", "created").deploy("{}");
    assertEquals("old", descriptionOf(namespace, "boxes"));
    assertEquals("new", descriptionOf(namespace, "lids"));
    namespace.one("Trinket", "replaced").deploy("{}");
    assertEquals("new", descriptionOf(namespace, "boxes"));
  }

  @Test
  void areReplacedWithoutTheBundleOfAnInjector(TestNamespace namespace) {
    var group = group(namespace);
    namespace.operate(
        Watching.chart("Widget", converted(group, "old"), REPLACED)
            .and("Gadget", converted(group, "new"), REPLACED));
    namespace.widget("one").deploy("{}");
    var live = definition(namespace, "boxes");
    var bundle = namespace.client().getConfiguration().getCaCertData();
    TestNamespace.edit(
        live,
        found -> {
          found.getSpec().getConversion().getWebhook().getClientConfig().setCaBundle(bundle);
          return found;
        });

    namespace.one("Gadget", "two").deploy("{}");

    assertEquals("new", descriptionOf(namespace, "boxes"));
    assertEquals(
        bundle,
        live.require().getSpec().getConversion().getWebhook().getClientConfig().getCaBundle());
  }

  /** A tenant who chooses an older version of a chart takes no field of a neighbour's objects. */
  @Test
  void areNotReplacedByThoseOfAnOlderChart(TestNamespace namespace) {
    var group = group(namespace);
    namespace.operate(
        Watching.chart("Widget", ofVersion("1.9.0", group), REPLACED)
            .and("Gadget", ofVersion("1.10.0", group), REPLACED));

    namespace.one("Widget", "first").deploy("{}");
    assertEquals("1.9.0", descriptionOf(namespace, "boxes"));
    namespace.one("Gadget", "newer").deploy("{}");
    assertEquals("1.10.0", descriptionOf(namespace, "boxes"));
    namespace.one("Widget", "older").deploy("{}");
    assertEquals("1.10.0", descriptionOf(namespace, "boxes"));
  }

  /** Nor does another chart that has the definition too. */
  @Test
  void areNotReplacedByThoseOfAnotherChart(TestNamespace namespace) {
    var group = group(namespace);
    var other =
        TestChart.named("others")
            .configMap("a", "a", "a")
            .file("crds/a.yml", definition(group, "boxes", "Box", "others"));
    namespace.operate(
        Watching.chart("Widget", ofVersion("1.9.0", group), REPLACED)
            .and("Gadget", other.path(), REPLACED));

    namespace.one("Widget", "first").deploy("{}");
    namespace.one("Gadget", "second").deploy("{}");

    assertEquals("1.9.0", descriptionOf(namespace, "boxes"));
  }

  @Test
  void comeWithWhateverElseTheirFolderHas(TestNamespace namespace) {
    var settings = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: settings}\n";
    namespace.operate(Watching.chart("Widget", chart().file("crds/a.yaml", settings).path()));

    namespace.widget("one").deploy("{}").delete();

    namespace.widget("one").awaitGone();
    assertNotNull(namespace.get(ConfigMap.class, "settings"), "Helm never deletes it");
  }

  private static Path ofVersion(String version, String group) {
    return chart()
        .file("Chart.yaml", "apiVersion: v2\nname: boxes\nversion: " + version + "\n")
        .file("crds/a.yml", definition(group, "boxes", "Box", version))
        .path();
  }

  private static TestChart chart() {
    return TestChart.named("boxes").configMap("a", "a", "a");
  }

  private static Path converted(String group, String description) {
    var conversion =
        "conversion: {strategy: Webhook, webhook: {conversionReviewVersions: [v1],"
            + " clientConfig: {service: {name: a, namespace: a}, caBundle: ''}}}";
    return chart()
        .file(
            "crds/a.yml",
            definition(group, "boxes", "Box", description)
                .replace("spec:\n", "spec:\n  " + conversion + "\n"))
        .path();
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
            "apiVersion: %s/v1\nkind: Box\nmetadata: {name: \"{{ .Release.Name }}\"}\n"
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

  private static String group(TestNamespace namespace) {
    return namespace.name() + ".example.com";
  }

  private static Resource<CustomResourceDefinition> definition(
      TestNamespace namespace, String plural) {
    return namespace
        .client()
        .resources(CustomResourceDefinition.class)
        .withName(plural + "." + group(namespace));
  }

  private static String descriptionOf(TestNamespace namespace, String plural) {
    var version = definition(namespace, plural).require().getSpec().getVersions().getFirst();
    return version.getSchema().getOpenAPIV3Schema().getDescription();
  }
}
