package dev.catamaran.it.typed;

import static dev.catamaran.fixture.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.catamaran.api.GroupVersionKind;
import dev.catamaran.it.Rest;
import dev.catamaran.it.TypedWidget;
import dev.catamaran.kit.Descendants;
import dev.catamaran.kit.FieldConflictException;
import dev.catamaran.kit.ForeignObjectException;
import dev.catamaran.kit.MissingKindException;
import dev.catamaran.kit.Sentence;
import dev.catamaran.testcluster.RequestLog;
import dev.catamaran.testcluster.TestNamespace;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.rbac.ClusterRole;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import io.javaoperatorsdk.operator.api.reconciler.ControllerConfiguration;
import io.javaoperatorsdk.operator.api.reconciler.ErrorStatusUpdateControl;
import io.javaoperatorsdk.operator.api.reconciler.EventSourceContext;
import io.javaoperatorsdk.operator.api.reconciler.Reconciler;
import io.javaoperatorsdk.operator.api.reconciler.UpdateControl;
import io.javaoperatorsdk.operator.processing.event.source.EventSource;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class DescendantsIT {
  private static final GroupVersionKind WIDGET =
      new GroupVersionKind("test.catamaran.dev", "v1", "Widget");
  private static final Duration PERIOD = Duration.ofSeconds(1);
  private static final Descendants OURS =
      Descendants.managedBy("widgets").ofKinds(ConfigMap.class, Secret.class, Deployment.class);

  /** Applies the desired objects of a test. */
  @ControllerConfiguration
  static final class Applying implements Reconciler<TypedWidget> {
    private final Descendants descendants;
    private final AtomicReference<List<List<HasMetadata>>> desired = new AtomicReference<>();
    private final AtomicReference<Exception> failure = new AtomicReference<>();
    private final AtomicInteger passes = new AtomicInteger();

    Applying(Descendants descendants) {
      this.descendants = descendants;
    }

    @Override
    public List<EventSource<?, TypedWidget>> prepareEventSources(
        EventSourceContext<TypedWidget> context) {
      return descendants.sources(context);
    }

    @Override
    public UpdateControl<TypedWidget> reconcile(TypedWidget widget, Context<TypedWidget> context) {
      passes.incrementAndGet();
      var groups = descendants.of(widget, context);
      for (var group : desired.get()) {
        groups = groups.group(group);
      }
      var live = groups.apply();
      for (var each : live.all()) {
        assertEquals(each, live.get(each));
      }
      return UpdateControl.noUpdate();
    }

    @Override
    public ErrorStatusUpdateControl<TypedWidget> updateErrorStatus(
        TypedWidget widget, Context<TypedWidget> context, Exception error) {
      failure.set(error);
      return ErrorStatusUpdateControl.defaultErrorProcessing();
    }

    /** Changes the desired objects and starts a pass. */
    void desire(TestNamespace namespace, List<List<HasMetadata>> groups) {
      desired.set(groups);
      triggerPass(namespace);
    }

    String failure() {
      return Sentence.of(failure.get());
    }
  }

  @Test
  void appliesInOrderAndAdoptsNothing(TestNamespace namespace) {
    namespace.client().resource(map("first", "theirs", namespace)).create();
    var applying =
        operate(
            OURS,
            namespace,
            List.of(List.of(map("first", "ours"), map("beside", "1")), List.of(map("then", "1"))));

    eventually(() -> assertInstanceOf(ForeignObjectException.class, applying.failure.get()));
    assertEquals(
        "ConfigMap %s/first exists and has no controller, not by this Widget; it is left alone. Delete it, or give the Widget another name."
            .formatted(namespace.name()),
        applying.failure());
    assertEquals(Map.of("key", "theirs"), namespace.data("first"));
    assertEquals(Map.of("key", "1"), namespace.data("beside"));
    assertNull(namespace.get(ConfigMap.class, "then"));

    namespace.delete(ConfigMap.class, "first");
    awaitKey(namespace, "first", "ours");
    awaitKey(namespace, "then", "1");
    var owner = namespace.existing(ConfigMap.class, "then").getMetadata().getOwnerReferences();
    assertEquals("Widget", owner.getFirst().getKind());
    assertEquals(true, owner.getFirst().getController());
  }

  @Test
  void removesObjectsNoLongerDesired(TestNamespace namespace) {
    var applying =
        operate(OURS, namespace, List.of(List.of(map("kept", "1"), map("dropped", "1"))));
    awaitKey(namespace, "dropped", "1");
    var others = map("others", "1", namespace);
    others.getMetadata().setLabels(Map.of("app.kubernetes.io/managed-by", "widgets"));
    namespace.client().resource(others).create();

    applying.desire(
        namespace,
        List.of(
            List.of(
                yaml(
                    "apiVersion: v1, kind: ConfigMap, metadata: {name: kept}, data: {other:"
                        + " '2'}"))));

    eventually(() -> assertNull(namespace.get(ConfigMap.class, "dropped")));
    assertEquals(Map.of("other", "2"), namespace.data("kept"));
    assertEquals(Map.of("key", "1"), namespace.data("others"));
  }

  @Test
  void sendsNoRequestsWhileNothingChanges(TestNamespace namespace) {
    var requests = RequestLog.of(namespace.identity());
    var mixed = OURS.ofKind("test.catamaran.dev/v1", "Gadget");
    var applying = new Applying(mixed);
    applying.desired.set(
        List.of(
            List.of(
                yaml(
                    "apiVersion: v1, kind: Secret, metadata: {name: secret}, stringData: {key:"
                        + " secret}")),
            List.of(
                deployment("requests: {cpu: 1500m, memory: 0.5Gi}"),
                yaml(
                    "apiVersion: test.catamaran.dev/v1, kind: Gadget, metadata: {name: gadget},"
                        + " spec: {size: 1, list: [{a: 1}]}"))));
    namespace.operate(m -> m.reconciler(WIDGET, applying).reconcilePeriod(PERIOD));
    triggerPass(namespace);
    eventually(() -> assertNotNull(namespace.primary("Gadget", "gadget")));
    eventually(
        () ->
            assertEquals(
                1, namespace.existing(Deployment.class, "web").getStatus().getReadyReplicas()));

    Rest.ofOperator(requests, PERIOD.multipliedBy(3), applying.passes::get, 3);
  }

  @Test
  void takesNoFieldOfAnotherManagerUnlessForced(TestNamespace namespace) {
    var applying = operate(OURS.unforced(), namespace, List.of(List.of(map("map", "ours"))));
    awaitKey(namespace, "map", "ours");

    changeAs("somebody", map("map", "theirs", namespace), namespace);

    eventually(() -> assertInstanceOf(FieldConflictException.class, applying.failure.get()));
    assertEquals(
        "ConfigMap %s/map was not applied: .data.key is held by somebody. Leave those fields to them, or apply by force."
            .formatted(namespace.name()),
        applying.failure());
    assertEquals(Map.of("key", "theirs"), namespace.data("map"));
  }

  @Test
  void revertsChangesFindsUnlabelledObjectsAndLeavesReplicasToOthers(TestNamespace namespace) {
    var applying = operate(OURS, namespace, List.of(List.of(map("map", "ours"), deployment(""))));
    awaitKey(namespace, "map", "ours");
    eventually(() -> assertNotNull(namespace.get(Deployment.class, "web")));
    var uid = namespace.existing(ConfigMap.class, "map").getMetadata().getUid();
    changeAs("somebody", map("map", "theirs", namespace), namespace);
    awaitKey(namespace, "map", "ours");
    namespace.scratch().object(ConfigMap.class, "map").patch("{metadata: {labels: null}}");
    eventually(
        () ->
            assertEquals(
                Map.of("app.kubernetes.io/managed-by", "widgets"),
                namespace.existing(ConfigMap.class, "map").getMetadata().getLabels()));
    assertEquals(uid, namespace.existing(ConfigMap.class, "map").getMetadata().getUid());

    namespace.client().apps().deployments().inNamespace(namespace.name()).withName("web").scale(3);
    applying.desire(namespace, List.of(List.of(deployment("limits: {cpu: 2}"))));
    eventually(() -> assertEquals("2", cpuLimit(namespace)));
    assertEquals(3, namespace.existing(Deployment.class, "web").getSpec().getReplicas());
  }

  @Test
  void annotatesAndRemovesClusterScopedObjects(TestNamespace namespace) {
    var name = namespace.name() + "-role";
    var roles = namespace.client().rbac().clusterRoles();
    var applying =
        operate(
            Descendants.managedBy("widgets").ofKinds(ClusterRole.class),
            namespace,
            List.of(
                List.of(
                    yaml(
                        "apiVersion: rbac.authorization.k8s.io/v1, kind: ClusterRole, metadata: {name: %s}"
                            .formatted(name)))));
    eventually(() -> assertNotNull(roles.withName(name).get()));
    assertEquals(
        Map.of(
            "operator-sdk/primary-resource",
            namespace.name() + "/widget",
            "operator-sdk/primary-resource-type",
            "Widget.test.catamaran.dev"),
        roles.withName(name).get().getMetadata().getAnnotations());

    roles.withName(name).delete();
    eventually(() -> assertNotNull(roles.withName(name).get()));
    applying.desire(namespace, List.of());

    eventually(() -> assertNull(roles.withName(name).get()));
  }

  @Test
  void reportsAKindMissingInTheCluster(TestNamespace namespace) {
    var absent = Descendants.managedBy("widgets").ofKind("absent.example.com/v1", "Ghost");
    var applying = operate(absent, namespace, List.of());

    eventually(() -> assertInstanceOf(MissingKindException.class, applying.failure.get()));
    assertEquals(
        "The cluster does not serve Ghost (absent.example.com/v1); install its"
            + " CustomResourceDefinition.",
        applying.failure());
  }

  private static Applying operate(
      Descendants descendants, TestNamespace namespace, List<List<HasMetadata>> groups) {
    var applying = new Applying(descendants);
    applying.desired.set(groups);
    namespace.operate(manager -> manager.reconciler(WIDGET, applying));
    triggerPass(namespace);
    return applying;
  }

  /** Creates the primary or changes its generation. */
  private static void triggerPass(TestNamespace namespace) {
    namespace.apply(
        "Widget", "widget", "{size: %d}".formatted((int) (System.nanoTime() % 1_000_000)));
  }

  private static void changeAs(String manager, HasMetadata object, TestNamespace namespace) {
    var byForce =
        new PatchContext.Builder()
            .withPatchType(PatchType.SERVER_SIDE_APPLY)
            .withFieldManager(manager)
            .withForce(true)
            .build();
    namespace.client().resource(object).patch(byForce);
  }

  private static String cpuLimit(TestNamespace namespace) {
    var container =
        namespace
            .existing(Deployment.class, "web")
            .getSpec()
            .getTemplate()
            .getSpec()
            .getContainers();
    return String.valueOf(container.getFirst().getResources().getLimits().get("cpu"));
  }

  private static HasMetadata map(String name, String value) {
    return yaml(
        "apiVersion: v1, kind: ConfigMap, metadata: {name: %s}, data: {key: '%s'}"
            .formatted(name, value));
  }

  private static HasMetadata map(String name, String value, TestNamespace namespace) {
    var map = map(name, value);
    map.getMetadata().setNamespace(namespace.name());
    return map;
  }

  private static HasMetadata deployment(String resources) {
    var pod = "containers: [{name: web, image: 'web:1', resources: {%s}}]".formatted(resources);
    return yaml(
        "apiVersion: apps/v1, kind: Deployment, metadata: {name: web}, spec: {selector: {matchLabels: {app: web}}, template: {metadata: {labels: {app: web}}, spec: {%s}}}"
            .formatted(pod));
  }

  private static HasMetadata yaml(String fields) {
    // The parser takes text with a leading brace for JSON.
    return new KubernetesSerialization().unmarshal("---\n{" + fields + "}");
  }

  private static void awaitKey(TestNamespace namespace, String map, String value) {
    eventually(() -> assertEquals(Map.of("key", value), namespace.data(map)));
  }
}
