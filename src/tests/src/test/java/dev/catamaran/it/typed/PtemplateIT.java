package dev.catamaran.it.typed;

import static dev.catamaran.fixture.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
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
import io.fabric8.kubernetes.api.model.ObjectMeta;
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
    create(namespace, NAME, "defaultmsg: ahoy", "imagePullSecret: {name: pull}");
    await(namespace, NAME, "True NoNodeSelected");
    // The schema requires the list and forbids null. Without consumers the list is empty.
    assertEquals(List.of(), status(namespace).consumers());
    var module = module(namespace);
    assertEquals("/opt", module.get("spec", "moduleLoader", "container", "modprobe", "dirName"));
    assertEquals(List.of("max_dev=5", "default_msg=ahoy"), parameters(namespace));
    assertEquals(Map.of("name", "pull"), module.get("spec", "imageRepoSecret"));
    var uid = ptemplate(namespace, NAME).get().getMetadata().getUid();
    for (var object : List.of(module, daemonSet(namespace))) {
      var owner = object.getMetadata().getOwnerReferences().getFirst();
      assertEquals(List.of(uid, true), List.of(owner.getUid(), owner.getController()));
    }

    ModuleKind.labelNodes(namespace.client(), label(namespace));
    // The nodes get their labels one after the other, so the first consumers may be ready alone.
    int nodes = namespace.client().nodes().list().getItems().size();
    assertTrue(nodes > 1, "one node is not enough for this test");
    eventually(() -> assertEquals(nodes, status(namespace).consumers().size()));
    await(namespace, NAME, "True ConsumersReady");
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
  void followsTheSpecRestoresItsObjectsAndDeletesThem(TestNamespace namespace) {
    namespace.operate(WATCHING);
    create(namespace, NAME);
    await(namespace, NAME, "True NoNodeSelected");
    ptemplate(namespace, NAME)
        .patch(
            PatchContext.of(PatchType.JSON_MERGE),
            """
            {"spec": {"maxdev": 9, "defaultmsg": "hello", "deviceplugin": "example.com/plugin:2",
             "consumer": "example.com/consumer:2", "requiredDevices": 3, "selector": {"another": "label"}}}
            """);
    eventually(
        () -> {
          assertEquals(List.of("max_dev=9", "default_msg=hello"), parameters(namespace));
          assertEquals(
              "example.com/plugin:2",
              module(namespace).get("spec", "devicePlugin", "container", "image"));
          var pod = daemonSet(namespace).getSpec().getTemplate().getSpec();
          var container = pod.getContainers().getFirst();
          assertEquals("example.com/consumer:2", container.getImage());
          assertEquals(
              "3", container.getResources().getLimits().get("example.com/ptemplate").toString());
          assertEquals("label", pod.getNodeSelector().get("another"));
        });
    await(namespace, NAME, "True NoNodeSelected");

    var uid = module(namespace).getMetadata().getUid();
    ModuleKind.of(namespace, NAME).delete();
    eventually(() -> assertNotEquals(uid, module(namespace).getMetadata().getUid()));
    namespace
        .client()
        .resources(DaemonSet.class)
        .inNamespace(namespace.name())
        .withName(CONSUMERS)
        .patch(
            PatchContext.of(PatchType.STRATEGIC_MERGE),
            "{\"spec\":{\"template\":{\"spec\":{\"containers\":[{\"name\":\"consumer\",\"image\":\"else:1\"}]}}}}");
    eventually(
        () ->
            assertEquals(
                "example.com/consumer:2",
                daemonSet(namespace)
                    .getSpec()
                    .getTemplate()
                    .getSpec()
                    .getContainers()
                    .getFirst()
                    .getImage()));

    ptemplate(namespace, NAME).delete();
    eventually(() -> assertNull(ModuleKind.of(namespace, NAME).get()));
    eventually(() -> assertNull(namespace.get(DaemonSet.class, CONSUMERS)));
  }

  @Test
  void refusesWhatItMustNotTakeAndAnInvalidName(TestNamespace namespace) {
    var foreign = ModuleKind.create(namespace, NAME);
    namespace.operate(WATCHING, PERIOD);
    create(namespace, NAME);
    await(namespace, NAME, "False NameTaken");
    assertEquals(
        foreign.getMetadata().getResourceVersion(),
        module(namespace).getMetadata().getResourceVersion());
    assertNull(namespace.get(DaemonSet.class, CONSUMERS));

    var longName = "n".repeat(64);
    create(namespace, longName);
    await(namespace, longName, "False InvalidSpec");
    assertNull(namespace.get(DaemonSet.class, longName + "-consumer"));
    assertNull(ModuleKind.of(namespace, longName).get());
  }

  @Test
  void waitsForTheModuleKindAtTheStartAndAfterItsRemoval(TestNamespace namespace) {
    ModuleKind.uninstall(namespace.client());
    namespace.operate(WATCHING, PERIOD);
    create(namespace, NAME);
    await(namespace, NAME, "False KindNotServed");
    assertNull(namespace.get(DaemonSet.class, CONSUMERS));
    ModuleKind.install(namespace.client());
    await(namespace, NAME, "True NoNodeSelected");
    ModuleKind.uninstall(namespace.client());
    ptemplate(namespace, NAME)
        .patch(PatchContext.of(PatchType.JSON_MERGE), "{\"spec\": {\"maxdev\": 6}}");
    await(namespace, NAME, "False KindNotServed");
    ModuleKind.install(namespace.client());
    await(namespace, NAME, "True NoNodeSelected");
    assertEquals(List.of("max_dev=6", "default_msg="), parameters(namespace));
  }

  private static String label(TestNamespace namespace) {
    return "pt.example.com/" + namespace.name();
  }

  private static void create(TestNamespace namespace, String name, String... options) {
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

  /**
   * Waits for status and reason of its only condition; if it is true, at the present generation.
   */
  private static void await(TestNamespace namespace, String name, String expected) {
    eventually(
        () -> {
          var found = ptemplate(namespace, name).get();
          var condition = found.getStatus().conditions().getFirst();
          assertEquals(expected, condition.getStatus() + " " + condition.getReason());
          if (expected.startsWith("True")) {
            assertEquals(
                found.getMetadata().getGeneration(), found.getStatus().observedGeneration());
          }
        });
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
    return namespace.list(Pod.class).stream()
        .map(Pod::getMetadata)
        .filter(pod -> NAME.equals(pod.getLabels().get("app")))
        .map(ObjectMeta::getName)
        .sorted()
        .toList();
  }
}
