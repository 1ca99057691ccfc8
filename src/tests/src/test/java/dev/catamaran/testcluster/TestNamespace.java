package dev.catamaran.testcluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.api.GroupVersionKind;
import dev.catamaran.fixture.Eventually;
import dev.catamaran.manager.ManagerBuilder;
import dev.catamaran.status.Sentences;
import dev.catamaran.testkit.ScratchNamespace;
import dev.catamaran.testkit.TestKit;
import dev.catamaran.testkit.TestedObject;
import dev.catamaran.testkit.TestedOperator;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.GenericKubernetesResourceList;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ListOptionsBuilder;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.api.model.rbac.PolicyRule;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.MixedOperation;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The namespace of one test, with helpers for its operators and objects. Closing it deletes its
 * primaries and Secrets; the namespace too, without waiting, in a cluster that outlives the tests.
 */
public final class TestNamespace implements AutoCloseable {
  private static final Duration NEVER = Duration.ofHours(1);

  /** Passes of a kind that run at the same time. */
  public static final int WORKERS = 4;

  private static final String TEST_KINDS = "test.catamaran.dev/v1";

  /** The garbage collector of Kubernetes learns of new kinds only every 30 seconds. */
  private static final Duration PATIENCE = Duration.ofMinutes(3);

  private final TestCluster cluster;
  private final ScratchNamespace scratch;
  private final Deque<Runnable> atClose = new ArrayDeque<>();

  private TestNamespace(TestCluster cluster, ScratchNamespace scratch) {
    this.cluster = cluster;
    this.scratch = scratch;
  }

  /** Creates a namespace with a unique name. */
  public static TestNamespace create() {
    return of(ScratchNamespace.create(TestCluster.shared().admin(), PATIENCE));
  }

  /** Creates a namespace with this name. */
  public static TestNamespace create(String name) {
    return of(ScratchNamespace.create(TestCluster.shared().admin(), name, PATIENCE));
  }

  private static TestNamespace of(ScratchNamespace scratch) {
    return new TestNamespace(
        TestCluster.shared(),
        scratch
            .releasing(GroupVersionKind.parse(TEST_KINDS, "Widget"))
            .releasing(GroupVersionKind.parse(TEST_KINDS, "Gadget"))
            .releasing(GroupVersionKind.parse(TEST_KINDS, "Gizmo"))
            .releasing(GroupVersionKind.parse(TEST_KINDS, "Trinket"))
            .releasing(GroupVersionKind.parse("cache.my.domain/v1alpha1", "Memcached"))
            .releasing(GroupVersionKind.parse("apps.linuxera.org/v1alpha1", "ReverseWordsApp")));
  }

  /** Its name. */
  public String name() {
    return scratch.name();
  }

  /** The same namespace, as the test kit provides it to authors of reconcilers. */
  public ScratchNamespace scratch() {
    return scratch;
  }

  /** The cluster of the namespace. */
  public TestCluster cluster() {
    return cluster;
  }

  /**
   * Starts the real manager for this namespace, in this process. Its reconcile period is so long
   * that no pass starts by timer.
   */
  public TestedOperator operate(Watching watching) {
    return operate(watching, NEVER);
  }

  /** The same, with another reconcile period. */
  public TestedOperator operate(Watching watching, Duration period) {
    return operate(identity(), watching, period);
  }

  /** The same, with another account. */
  public TestedOperator operate(OperatorIdentity identity, Watching watching, Duration period) {
    return start(identity, watching, period, name());
  }

  /** The same, for this namespace and another one. */
  public TestedOperator operate(Watching watching, String otherNamespace) {
    return start(identity(), watching, NEVER, name(), otherNamespace);
  }

  /** The same, with the configuration of a Java program. */
  public TestedOperator operate(UnaryOperator<ManagerBuilder> description) {
    return operate(TestKit.with().manager(description));
  }

  /** Starts reconcilers for this namespace. */
  public TestedOperator operate(TestKit kit) {
    return start(identity(), kit);
  }

  private TestedOperator start(
      OperatorIdentity identity, Watching watching, Duration period, String... namespaces) {
    var file = watching.write();
    var charts = emptyFolder();
    return start(
        identity,
        TestKit.with()
            .period(period)
            .manager(
                manager ->
                    manager
                        .watches(file)
                        .namespaces(namespaces)
                        .maxConcurrentReconciles(WORKERS)
                        .gracefulShutdownTimeout(Duration.ofSeconds(30))
                        .chartCache(charts)
                        .registryConfig(charts.resolve("no-credentials.json"))));
  }

  private static Path emptyFolder() {
    try {
      return Files.createTempDirectory("charts-");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private TestedOperator start(OperatorIdentity identity, TestKit kit) {
    var operator = kit.kubeconfig(identity.kubeconfig()).startIn(scratch);
    atClose.push(operator::close);
    return operator;
  }

  /**
   * Starts the operator for this namespace in a separate process, with these flags of {@code
   * catamaran run}.
   */
  public OperatorProcess launch(Watching watching, String... flags) {
    return launch(identity(), watching, flags);
  }

  /** The same, with another account. */
  public OperatorProcess launch(OperatorIdentity identity, Watching watching, String... flags) {
    return launch(Map.of(), identity, watching, flags);
  }

  /** The same, for the namespaces in this value of WATCH_NAMESPACE. */
  public OperatorProcess launch(
      String watchedNamespaces, OperatorIdentity identity, Watching watching, String... flags) {
    return launch(Map.of("WATCH_NAMESPACE", watchedNamespaces), identity, watching, flags);
  }

  /**
   * The same, with these environment variables. WATCH_NAMESPACE names other namespaces than this
   * one.
   */
  public OperatorProcess launch(
      Map<String, String> environment, Watching watching, String... flags) {
    return launch(environment, identity(), watching, flags);
  }

  private OperatorProcess launch(
      Map<String, String> environment,
      OperatorIdentity identity,
      Watching watching,
      String... flags) {
    var variables = new HashMap<>(Map.of("WATCH_NAMESPACE", name()));
    variables.putAll(environment);
    return launch(OperatorProcess.start(identity, watching, variables, flags));
  }

  private OperatorProcess launch(OperatorProcess operator) {
    atClose.push(operator::close);
    return operator;
  }

  /** Starts one of the Go operators for this namespace, with further flags. */
  public OperatorProcess launch(GoOperator operator, Watching watching, String... flags) {
    return launch(operator.start(this, watching, flags));
  }

  /** Starts any other program, with this command line and these environment variables. */
  public OperatorProcess launch(List<String> command, Map<String, String> environment) {
    return launch(OperatorProcess.start(command, environment));
  }

  /** Runs an action when the namespace is closed. */
  public void atClose(Runnable action) {
    atClose.push(action);
  }

  /** The default account of operators in this namespace. */
  public OperatorIdentity identity() {
    return identity("operator");
  }

  /** Another account, with this name. */
  public OperatorIdentity identity(String account) {
    return OperatorIdentity.in(this, account);
  }

  /** An account with only these rights. */
  public OperatorIdentity identity(String account, List<PolicyRule> rules) {
    return OperatorIdentity.in(this, account, rules);
  }

  /** The lease of the operators in this namespace. */
  public TestLease lease() {
    return new TestLease(this);
  }

  /** Creates a closed gate. */
  public Gate gate() {
    var gate = new Gate(client(), name());
    atClose.push(gate::close);
    return gate;
  }

  /** A client with all rights. */
  public KubernetesClient client() {
    return cluster.admin();
  }

  /**
   * Applies a primary of a kind of test-crds.yaml, as a user does with kubectl.
   *
   * @param spec YAML of the whole spec
   */
  public GenericKubernetesResource apply(String kind, String primary, String spec) {
    var object =
        """
        apiVersion: test.catamaran.dev/v1
        kind: %s
        metadata: {name: %s, namespace: %s}
        spec:
        %s
        """
            .formatted(kind, primary, name(), spec.indent(2));
    var resource = Serialization.unmarshal(object, GenericKubernetesResource.class);
    var replaceSpec =
        "[{\"op\":\"add\",\"path\":\"/spec\",\"value\":%s}]"
            .formatted(Serialization.asJson(resource.get("spec")));
    // A patch, because the operator may write at the same time.
    return primaries(kind)
        .inNamespace(name())
        .resource(resource)
        .createOr(r -> r.patch(PatchContext.of(PatchType.JSON), replaceSpec));
  }

  /** Applies a primary, and waits until it is ready. */
  public GenericKubernetesResource deploy(String kind, String primary, String spec) {
    var applied = apply(kind, primary, spec);
    awaitReady(kind, primary);
    return applied;
  }

  /** Applies a merge patch to a primary. */
  public void patch(String kind, String primary, String yaml) {
    object(kind, primary).patch(yaml);
  }

  /** Sets an annotation of a primary, or removes it if {@code value} is null. */
  public void annotate(String kind, String primary, String annotation, @Nullable String value) {
    var text = value == null ? "null" : "\"" + value + "\"";
    patch(kind, primary, "{metadata: {annotations: {\"%s\": %s}}}".formatted(annotation, text));
  }

  /** Pauses a primary, and waits until the operator reports the pause. */
  public void pause(String kind, String primary) {
    annotate(kind, primary, "catamaran.dev/pause", "true");
    Eventually.eventually(
        () -> assertEquals("True", condition(kind, primary, "Paused").get("status")));
  }

  /** Ends the pause of a primary, without waiting. */
  public void resume(String kind, String primary) {
    annotate(kind, primary, "catamaran.dev/pause", null);
  }

  /** A primary of the kind Widget with this name, existing or not, in few words. */
  public TestPrimary widget(String primary) {
    return one("Widget", primary);
  }

  /** The same, of another kind. */
  public TestPrimary one(String kind, String primary) {
    return new TestPrimary(this, kind, primary);
  }

  /** The present state of a primary; null if it is gone. */
  public @Nullable GenericKubernetesResource primary(String kind, String primary) {
    return object(kind, primary).find().orElse(null);
  }

  /** Deletes a primary, without waiting. */
  public void delete(String kind, String primary) {
    object(kind, primary).delete();
  }

  /** Deletes any object, also one that a client cannot read, without waiting. */
  public void deleteAt(String path) {
    // Without a body the client would send a GET.
    client().raw(path, "DELETE", "{\"kind\":\"DeleteOptions\",\"apiVersion\":\"v1\"}");
  }

  /**
   * One condition of a primary: status, reason and message by name; empty if the primary has no
   * condition of this type.
   */
  public Map<String, String> condition(String kind, String primary, String type) {
    var found = primary(kind, primary);
    List<Map<String, Object>> conditions = found == null ? null : found.get("status", "conditions");
    return Optional.ofNullable(conditions).orElse(List.of()).stream()
        .filter(condition -> type.equals(condition.get("type")))
        .findFirst()
        .map(
            condition ->
                Map.of(
                    "status", String.valueOf(condition.get("status")),
                    "reason", String.valueOf(condition.get("reason")),
                    "message", sentence(condition, conditions)))
        .orElse(Map.of());
  }

  /** Follows the reference to the sentence of Ready. */
  private static String sentence(
      Map<String, Object> condition, List<Map<String, Object>> conditions) {
    var message = String.valueOf(condition.get("message"));
    return conditions.stream()
        .filter(ready -> message.equals(Sentences.REFERENCE) && "Ready".equals(ready.get("type")))
        .map(ready -> String.valueOf(ready.get("message")))
        .findFirst()
        .orElse(message);
  }

  /** Waits until a condition of a primary has this reason. */
  public void awaitReason(String kind, String primary, String type, String reason) {
    Eventually.eventually(() -> assertEquals(reason, condition(kind, primary, type).get("reason")));
  }

  /** The same, and its message contains {@code part}. */
  public void awaitReason(String kind, String primary, String type, String reason, String part) {
    Eventually.eventually(
        () -> {
          var found = condition(kind, primary, type);
          assertEquals(reason, found.get("reason"), found::toString);
          assertTrue(found.getOrDefault("message", "").contains(part), found::toString);
        });
  }

  /** The stored revisions of a release, such as {@code 1 superseded, 2 deployed}, in order. */
  public List<String> revisions(String release) {
    return Metadata.of(
            client(),
            "/api/v1/namespaces/%s/secrets?labelSelector=owner=helm,name=%s"
                .formatted(name(), release))
        .stream()
        .map(ObjectMeta::getLabels)
        .sorted(Comparator.comparingInt(labels -> Integer.parseInt(labels.get("version"))))
        .map(labels -> labels.get("version") + " " + labels.get("status"))
        .toList();
  }

  /**
   * Waits until a release has exactly these stored revisions. Helm writes a revision before the
   * objects and again after them: an object may exist before its revision is deployed.
   */
  public void awaitRevisions(String release, String... revisions) {
    Eventually.eventually(() -> assertEquals(List.of(revisions), revisions(release)));
  }

  /** Waits until this is the newest stored revision of a release. */
  public void awaitNewestRevision(String release, String revision) {
    Eventually.eventually(() -> assertEquals(revision, revisions(release).getLast()));
  }

  /**
   * Creates the objects of a YAML text, in which {@code NAMESPACE} is the name of this namespace.
   * Those outside of a namespace are deleted when it is closed.
   */
  public void load(String yaml) {
    // The client takes text that starts with a brace for JSON.
    var text = ("---\n" + yaml.replace("NAMESPACE", name())).getBytes(StandardCharsets.UTF_8);
    client().load(new ByteArrayInputStream(text)).items().forEach(scratch::create);
  }

  /**
   * Changes an object of a built-in kind. After a refusal, such as a conflict, it reads and changes
   * the object again.
   */
  public <T extends HasMetadata> void edit(Class<T> type, String object, UnaryOperator<T> change) {
    edit(client().resources(type).inNamespace(name()).withName(object), change);
  }

  /**
   * The same, for any object.
   *
   * @param object by its name; a resource with a given state would change this old state again
   */
  public static <T extends HasMetadata> void edit(Resource<T> object, UnaryOperator<T> change) {
    Eventually.eventually(() -> object.edit(change));
  }

  /** The present state of an object of a built-in kind; null if it is gone. */
  public <T extends HasMetadata> @Nullable T get(Class<T> type, String object) {
    return scratch.object(type, object).find().orElse(null);
  }

  /** The present state of an object of a built-in kind; fails if it is gone. */
  public <T extends HasMetadata> T existing(Class<T> type, String object) {
    return scratch.object(type, object).get();
  }

  /** Deletes an object of a built-in kind, without waiting; fails if it is gone. */
  public void delete(Class<? extends HasMetadata> type, String object) {
    existing(type, object);
    scratch.object(type, object).delete();
  }

  /** The objects of a built-in kind. */
  public <T extends HasMetadata> List<T> list(Class<T> type) {
    return client().resources(type).inNamespace(name()).list().getItems();
  }

  /** The primaries of a kind. */
  public List<GenericKubernetesResource> list(String kind) {
    return primaries(kind).inNamespace(name()).list().getItems();
  }

  /** One primary, for further operations of the client. */
  public Resource<GenericKubernetesResource> resource(String kind, String primary) {
    return primaries(kind).inNamespace(name()).withName(primary);
  }

  /** The data of a ConfigMap; empty if it is gone. */
  public Map<String, String> data(String configMap) {
    return Optional.ofNullable(get(ConfigMap.class, configMap))
        .map(ConfigMap::getData)
        .orElse(Map.of());
  }

  /** Puts one entry into an existing ConfigMap. */
  public void put(String configMap, String key, String value) {
    edit(
        ConfigMap.class,
        configMap,
        found -> new ConfigMapBuilder(found).addToData(key, value).build());
  }

  /** Creates or replaces a ConfigMap. */
  public ConfigMap configMap(String name, Map<String, String> data) {
    var object =
        new ConfigMapBuilder()
            .withNewMetadata()
            .withName(name)
            .withNamespace(name())
            .endMetadata()
            .withData(data)
            .build();
    return client().resource(object).createOr(r -> r.update());
  }

  /** Creates or replaces a Secret. */
  public Secret secret(String name, Map<String, String> data) {
    var object =
        new SecretBuilder()
            .withNewMetadata()
            .withName(name)
            .withNamespace(name())
            .endMetadata()
            .withStringData(data)
            .build();
    return client().resource(object).createOr(r -> r.update());
  }

  /** Changes the status of a primary as another client would, by a JSON merge patch. */
  public void mergeStatus(String kind, String primary, String patch) {
    primaries(kind)
        .inNamespace(name())
        .withName(primary)
        .subresource("status")
        .patch(PatchContext.of(PatchType.JSON_MERGE), patch);
  }

  /** Waits until a primary is ready at its present generation. */
  public void awaitReady(String kind, String primary) {
    object(kind, primary).awaitReady();
  }

  /** The primaries of one of the kinds of test-crds.yaml. */
  public MixedOperation<
          GenericKubernetesResource,
          GenericKubernetesResourceList,
          Resource<GenericKubernetesResource>>
      primaries(String kind) {
    return client().genericKubernetesResources(TEST_KINDS, kind);
  }

  /**
   * Stops the operators and deletes the namespace, without waiting. The finalizers of primaries do
   * not delay the deletion.
   */
  @Override
  public void close() {
    while (!atClose.isEmpty()) {
      atClose.pop().run();
    }
    if (cluster.isTemporary()) {
      scratch.clear();
      // One by one: the answer to the deletion of all has all of them.
      var secrets = client().secrets().inNamespace(name());
      var first = new ListOptionsBuilder().withLimit(20L).build();
      for (var some = secrets.list(first).getItems();
          !some.isEmpty();
          some = secrets.list(first).getItems()) {
        some.forEach(secret -> secrets.resource(secret).delete());
      }
    } else {
      scratch.close();
    }
  }

  private TestedObject<GenericKubernetesResource> object(String kind, String primary) {
    return scratch.object(GroupVersionKind.parse(TEST_KINDS, kind), primary);
  }
}
