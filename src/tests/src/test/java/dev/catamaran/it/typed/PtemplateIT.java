package dev.catamaran.it.typed;

import static dev.catamaran.fixture.Eventually.eventually;
import static dev.catamaran.fixture.Eventually.throughout;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.fixture.FreePort;
import dev.catamaran.it.Rest;
import dev.catamaran.samples.ptemplate.Ptemplate;
import dev.catamaran.samples.ptemplate.PtemplateStatus;
import dev.catamaran.testcluster.MetricsClient;
import dev.catamaran.testcluster.ModuleKind;
import dev.catamaran.testcluster.RequestLog;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.Watching;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.apps.DaemonSet;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The Ptemplate sample, with the real Module kind of Kernel Module Management. */
class PtemplateIT {
  private static final Duration PERIOD = Duration.ofSeconds(2);
  private static final String NAME = "devices";
  private static final String CONSUMERS = "devices-consumer";
  private static final Watching WATCHING =
      Watching.yaml(
          """
          - group: pt.example.com
            version: v1alpha1
            kind: Ptemplate
            reconciler: dev.catamaran.samples.ptemplate.PtemplateReconciler
          """);

  @BeforeEach
  void installTheModuleKind(TestNamespace namespace) {
    ModuleKind.install(namespace.client());
  }

  @AfterEach
  void unlabelTheNodes(TestNamespace namespace) {
    ModuleKind.unlabelNodes(namespace.client(), label(namespace));
  }

  @Test
  void createsAModuleAndConsumersThenSendsNoRequests(TestNamespace namespace) throws Exception {
    int port = FreePort.find();
    namespace.launch(
        WATCHING,
        "--reconcile-period=" + PERIOD.toSeconds() + "s",
        "--metrics-bind-address=127.0.0.1:" + port);
    var requests = RequestLog.of(namespace.identity());
    create(namespace, "defaultmsg: ahoy", "imagePullSecret: {name: pull}");
    awaitReady(namespace, "NoNodeSelected");
    // The schema requires the list and forbids null. Without consumers the list is empty.
    assertEquals(List.of(), status(namespace).consumers());

    var module = module(namespace);
    assertEquals("/opt", module.get("spec", "moduleLoader", "container", "modprobe", "dirName"));
    assertEquals(List.of("max_dev=5", "default_msg=ahoy"), parameters(namespace));
    assertEquals(Map.of("name", "pull"), module.get("spec", "imageRepoSecret"));
    assertIsOwned(namespace, module);
    var daemonSet = daemonSet(namespace);
    assertEquals(Map.of("app", NAME), daemonSet.getSpec().getSelector().getMatchLabels());
    assertIsOwned(namespace, daemonSet);

    ModuleKind.labelNodes(namespace.client(), label(namespace));
    // The nodes get their labels one after the other, so the first consumers may be ready alone.
    int nodes = namespace.client().nodes().list().getItems().size();
    assertTrue(nodes > 1, "one node is not enough for this test");
    eventually(() -> assertEquals(nodes, status(namespace).consumers().size()));
    awaitReady(namespace, "ConsumersReady");
    eventually(() -> assertEquals(podsOf(namespace), status(namespace).consumers()));
    var metrics = new MetricsClient("http://127.0.0.1:%d/metrics".formatted(port));
    eventually(
        () -> {
          var text = metrics.get().body();
          assertTrue(text.contains("\nPtemplate_consumers %d.0\n".formatted(nodes)), text);
          assertTrue(text.contains("\nPtemplate_reconcile_count "), text);
        });

    Rest.ofOperator(requests, PERIOD.multipliedBy(2), () -> passes(metrics), 3);
  }

  private static long passes(MetricsClient metrics) {
    try {
      return Pattern.compile("\ncatamaran_passes_total\\{.*} (\\S+)")
          .matcher(metrics.get().body())
          .results()
          .mapToLong(found -> (long) Double.parseDouble(found.group(1)))
          .sum();
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void followsEachFieldOfTheSpecThenWritesNothing(TestNamespace namespace) {
    namespace.operate(WATCHING, PERIOD);
    create(namespace);
    awaitReady(namespace, "NoNodeSelected");

    edit(
        namespace,
        """
        spec:
          maxdev: 9
          defaultmsg: hello
          deviceplugin: example.com/plugin:2
          consumer: example.com/consumer:2
          requiredDevices: 3
          selector: {another: label}
        """);

    eventually(
        () -> {
          assertEquals(List.of("max_dev=9", "default_msg=hello"), parameters(namespace));
          assertEquals(
              "example.com/plugin:2",
              module(namespace).get("spec", "devicePlugin", "container", "image"));
          var pod = daemonSet(namespace).getSpec().getTemplate().getSpec();
          assertEquals("example.com/consumer:2", pod.getContainers().getFirst().getImage());
          assertEquals(
              "3",
              pod.getContainers()
                  .getFirst()
                  .getResources()
                  .getLimits()
                  .get("example.com/ptemplate")
                  .toString());
          assertEquals("label", pod.getNodeSelector().get("another"));
        });
    awaitReady(namespace, "NoNodeSelected");
    // The controller of Kubernetes writes the status of the DaemonSet.
    eventually(
        () -> {
          var modules = version(module(namespace));
          var daemonSets = version(daemonSet(namespace));
          throughout(
              PERIOD.multipliedBy(3),
              () -> {
                assertEquals(modules, version(module(namespace)));
                assertEquals(daemonSets, version(daemonSet(namespace)));
              });
        });
  }

  @Test
  void restoresChangedAndDeletedObjects(TestNamespace namespace) {
    namespace.operate(WATCHING, Duration.ofHours(1));
    create(namespace);
    awaitReady(namespace, "NoNodeSelected");

    patch(
        ModuleKind.of(namespace, NAME),
        "{\"spec\":{\"moduleLoader\":{\"container\":{\"modprobe\":{\"parameters\":[]}}}}}");
    eventually(() -> assertEquals(List.of("max_dev=5", "default_msg="), parameters(namespace)));

    var uid = module(namespace).getMetadata().getUid();
    ModuleKind.of(namespace, NAME).delete();
    eventually(
        () -> {
          var found = ModuleKind.of(namespace, NAME).get();
          assertNotNull(found);
          assertNotEquals(uid, found.getMetadata().getUid());
        });

    namespace
        .client()
        .apps()
        .daemonSets()
        .inNamespace(namespace.name())
        .withName(CONSUMERS)
        .patch(
            PatchContext.of(PatchType.STRATEGIC_MERGE),
            "{\"spec\":{\"template\":{\"spec\":{\"containers\":"
                + "[{\"name\":\"consumer\",\"image\":\"else:1\"}]}}}}");
    eventually(
        () ->
            assertEquals(
                "quay.io/chrisp262/pt-device-plugin:consumer-latest",
                daemonSet(namespace)
                    .getSpec()
                    .getTemplate()
                    .getSpec()
                    .getContainers()
                    .getFirst()
                    .getImage()));
  }

  @Test
  void keepsAModuleOfAnotherOwner(TestNamespace namespace) {
    var foreign = ModuleKind.create(namespace, NAME);
    namespace.operate(WATCHING, PERIOD);
    create(namespace);

    awaitNotReady(namespace, "NameTaken");
    assertEquals(version(foreign), version(module(namespace)));
    assertNull(namespace.get(DaemonSet.class, CONSUMERS));
  }

  @Test
  void createsNothingForANameInvalidAsALabel(TestNamespace namespace) {
    namespace.operate(WATCHING, PERIOD);
    var longName = "n".repeat(64);
    create(namespace, longName, List.of());

    eventually(() -> assertEquals(Optional.of("False InvalidSpec"), ready(namespace, longName)));
    assertNull(namespace.get(DaemonSet.class, longName + "-consumer"));
    assertNull(ModuleKind.of(namespace, longName).get());
  }

  @Test
  void waitsForTheModuleKindAtTheStartAndAfterItsRemoval(TestNamespace namespace) {
    ModuleKind.uninstall(namespace.client());
    namespace.operate(WATCHING, PERIOD);
    create(namespace);
    awaitNotReady(namespace, "KindNotServed");
    assertNull(namespace.get(DaemonSet.class, CONSUMERS));

    ModuleKind.install(namespace.client());
    awaitReady(namespace, "NoNodeSelected");

    ModuleKind.uninstall(namespace.client());
    edit(namespace, "spec: {maxdev: 6}");
    awaitNotReady(namespace, "KindNotServed");
    ModuleKind.install(namespace.client());
    awaitReady(namespace, "NoNodeSelected");
    assertEquals(List.of("max_dev=6", "default_msg="), parameters(namespace));
  }

  @Test
  void deletesItsObjectsWithThePrimary(TestNamespace namespace) {
    namespace.operate(WATCHING, PERIOD);
    create(namespace);
    awaitReady(namespace, "NoNodeSelected");

    ptemplate(namespace, NAME).delete();

    eventually(() -> assertNull(ModuleKind.of(namespace, NAME).get()));
    eventually(() -> assertNull(namespace.get(DaemonSet.class, CONSUMERS)));
  }

  private static String label(TestNamespace namespace) {
    return "pt.example.com/" + namespace.name();
  }

  private static void create(TestNamespace namespace, String... options) {
    create(namespace, NAME, List.of(options));
  }

  private static void create(TestNamespace namespace, String name, List<String> options) {
    var yaml =
        """
        apiVersion: pt.example.com/v1alpha1
        kind: Ptemplate
        metadata: {name: %s, namespace: %s}
        spec:
          selector: {%s: "true"}
        %s
        """
            .formatted(
                name, namespace.name(), label(namespace), String.join("\n", options).indent(2));
    namespace.client().resource(Serialization.unmarshal(yaml, Ptemplate.class)).create();
  }

  private static void edit(TestNamespace namespace, String yaml) {
    ptemplate(namespace, NAME).patch(PatchContext.of(PatchType.JSON_MERGE), "---\n" + yaml);
  }

  private static void patch(Resource<GenericKubernetesResource> object, String json) {
    object.patch(PatchContext.of(PatchType.JSON_MERGE), json);
  }

  private static Resource<Ptemplate> ptemplate(TestNamespace namespace, String name) {
    return namespace
        .client()
        .resources(Ptemplate.class)
        .inNamespace(namespace.name())
        .withName(name);
  }

  private static PtemplateStatus status(TestNamespace namespace) {
    return Objects.requireNonNull(ptemplate(namespace, NAME).get().getStatus());
  }

  /** Status and reason of its only condition. */
  private static Optional<String> ready(TestNamespace namespace, String name) {
    return Optional.ofNullable(ptemplate(namespace, name).get().getStatus()).stream()
        .flatMap(status -> status.conditions().stream())
        .map(condition -> condition.getStatus() + " " + condition.getReason())
        .findFirst();
  }

  private static void awaitReady(TestNamespace namespace, String reason) {
    eventually(
        () -> {
          var found = ptemplate(namespace, NAME).get();
          assertNotNull(found.getStatus());
          assertEquals(found.getMetadata().getGeneration(), found.getStatus().observedGeneration());
          assertEquals(Optional.of("True " + reason), ready(namespace, NAME));
        });
  }

  private static void awaitNotReady(TestNamespace namespace, String reason) {
    eventually(() -> assertEquals(Optional.of("False " + reason), ready(namespace, NAME)));
  }

  private static GenericKubernetesResource module(TestNamespace namespace) {
    return Objects.requireNonNull(ModuleKind.of(namespace, NAME).get(), "no Module exists");
  }

  private static @Nullable List<String> parameters(TestNamespace namespace) {
    return module(namespace).get("spec", "moduleLoader", "container", "modprobe", "parameters");
  }

  private static DaemonSet daemonSet(TestNamespace namespace) {
    return namespace.existing(DaemonSet.class, CONSUMERS);
  }

  private static List<String> podsOf(TestNamespace namespace) {
    return namespace
        .client()
        .pods()
        .inNamespace(namespace.name())
        .withLabel("app", NAME)
        .list()
        .getItems()
        .stream()
        .map(Pod::getMetadata)
        .map(metadata -> metadata.getName())
        .sorted()
        .toList();
  }

  private static String version(HasMetadata object) {
    return object.getMetadata().getResourceVersion();
  }

  private static void assertIsOwned(TestNamespace namespace, HasMetadata object) {
    var owner = object.getMetadata().getOwnerReferences().getFirst();
    assertEquals("Ptemplate", owner.getKind());
    assertEquals(true, owner.getController());
    assertEquals(ptemplate(namespace, NAME).get().getMetadata().getUid(), owner.getUid());
  }
}
