package dev.catamaran.testcluster;

import static dev.catamaran.fixture.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.catamaran.testkit.TestedOperator;
import io.fabric8.kubernetes.api.model.DeletionPropagation;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * One primary, its release of the same name, and the objects of its chart: what a test says most
 * often, in few words. An object is named by what its chart appends to the release: {@code colors}
 * for {@code <release>-colors}, and the empty text for an object with the name of the release.
 */
public final class TestPrimary {
  private static final JsonMapper JSON = new JsonMapper();

  private final TestNamespace namespace;
  private final String kind;
  private final String name;
  private final AtomicInteger others = new AtomicInteger(1);

  TestPrimary(TestNamespace namespace, String kind, String name) {
    this.namespace = namespace;
    this.kind = kind;
    this.name = name;
  }

  /** Its name, which is the release's too. */
  public String name() {
    return name;
  }

  /** Its kind, one of test-crds.yaml. */
  public String kind() {
    return kind;
  }

  /** Its namespace. */
  public TestNamespace namespace() {
    return namespace;
  }

  /** A further primary of the same test and kind. */
  public TestPrimary another() {
    return new TestPrimary(namespace, kind, name + "-" + others.incrementAndGet());
  }

  /** A client with all rights. */
  public KubernetesClient client() {
    return namespace.client();
  }

  /** Starts an operator for its namespace; see {@link TestNamespace#operate}. */
  public TestedOperator operate(Watching watching) {
    return namespace.operate(watching);
  }

  /** The same, with another reconcile period. */
  public TestedOperator operate(Watching watching, Duration period) {
    return namespace.operate(watching, period);
  }

  /** Starts an operator in a process of its own; see {@link TestNamespace#launch}. */
  public OperatorProcess launch(Watching watching, String... flags) {
    return namespace.launch(watching, flags);
  }

  /** Applies it with this spec, without waiting; see {@link TestNamespace#apply}. */
  public TestPrimary apply(String spec) {
    namespace.apply(kind, name, spec);
    return this;
  }

  /** Applies it with this spec, and waits until it is ready. */
  public TestPrimary deploy(String spec) {
    namespace.deploy(kind, name, spec);
    return this;
  }

  /** Applies a merge patch. */
  public void patch(String yaml) {
    namespace.patch(kind, name, yaml);
  }

  /** Sets an annotation, or removes it if {@code value} is null. */
  public void annotate(String annotation, @Nullable String value) {
    namespace.annotate(kind, name, annotation, value);
  }

  /** Pauses it, and waits until the operator reports the pause. */
  public void pause() {
    namespace.pause(kind, name);
  }

  /** Ends the pause, without waiting. */
  public void resume() {
    namespace.resume(kind, name);
  }

  /** Deletes it, without waiting. */
  public void delete() {
    namespace.delete(kind, name);
  }

  /** Deletes it as {@code kubectl delete --cascade} does, without waiting. */
  public void delete(DeletionPropagation cascade) {
    resource().withPropagationPolicy(cascade).delete();
  }

  /** Waits until it is gone, and its release with it. */
  public void awaitGone() {
    eventually(() -> assertNull(primary()));
    assertEquals(List.of(), revisions());
  }

  /** Its present state; null if it is gone. */
  public @Nullable GenericKubernetesResource primary() {
    return namespace.primary(kind, name);
  }

  /** Its uid; fails if it is gone. */
  public String uid() {
    return resource().require().getMetadata().getUid();
  }

  /** It, for further operations of the client. */
  public Resource<GenericKubernetesResource> resource() {
    return namespace.resource(kind, name);
  }

  /** Changes its status as another client would, by a JSON merge patch. */
  public void mergeStatus(String patch) {
    namespace.mergeStatus(kind, name, patch);
  }

  /** The messages of the Events about it that have this reason. */
  public List<String> events(String reason) {
    return namespace.list(Event.class).stream()
        .filter(event -> reason.equals(event.getReason()))
        .filter(event -> name.equals(event.getInvolvedObject().getName()))
        .filter(event -> kind.equals(event.getInvolvedObject().getKind()))
        .map(Event::getMessage)
        .toList();
  }

  /** One value of its present state, as text, such as of {@code status.failures.count}. */
  public String value(String path) {
    return at(primary(), path);
  }

  /** One condition: status, reason and message; empty if there is none of this type. */
  public Map<String, String> condition(String type) {
    return namespace.condition(kind, name, type);
  }

  /** Waits until a condition has this status. */
  public void awaitStatus(String type, String status) {
    eventually(() -> assertEquals(status, condition(type).get("status"), this::toString));
  }

  /** Waits until there is no condition of this type. */
  public void awaitNo(String type) {
    eventually(() -> assertEquals(Map.of(), condition(type)));
  }

  /** Waits until a condition has this reason. */
  public void awaitReason(String type, String reason) {
    namespace.awaitReason(kind, name, type, reason);
  }

  /** The same, and its message contains {@code part}. */
  public void awaitReason(String type, String reason, String part) {
    namespace.awaitReason(kind, name, type, reason, part);
  }

  /** Waits until the message of a condition contains these parts. */
  public void awaitMessage(String type, String... parts) {
    eventually(
        () -> {
          var message = condition(type).getOrDefault("message", "");
          for (var part : parts) {
            assertTrue(message.contains(part), () -> part + " is not in: " + message);
          }
        });
  }

  /** Waits until it is ready at its present generation. */
  public void awaitReady() {
    namespace.awaitReady(kind, name);
  }

  /** The stored revisions, such as {@code 1 superseded, 2 deployed}, in order. */
  public List<String> revisions() {
    return namespace.revisions(name);
  }

  /** Waits until the release has exactly these stored revisions. */
  public void awaitRevisions(String... revisions) {
    namespace.awaitRevisions(name, revisions);
  }

  /** Waits until this is the newest stored revision. */
  public void awaitNewestRevision(String revision) {
    namespace.awaitNewestRevision(name, revision);
  }

  /** Deletes all stored revisions, as a person or a backup may. */
  public void loseHistory() {
    client()
        .secrets()
        .inNamespace(namespace.name())
        .withLabel("owner", "helm")
        .withLabel("name", name)
        .delete();
  }

  /** An object of its chart that is of a kind of test-crds.yaml. */
  public TestPrimary part(String partKind, String suffix) {
    return new TestPrimary(namespace, partKind, object(suffix));
  }

  /** Creates objects; see {@link TestNamespace#load}. {@code RELEASE} is the name. */
  public void load(String yaml) {
    namespace.load(yaml.replace("RELEASE", name));
  }

  /** The name of an object of its chart. */
  public String object(String suffix) {
    return suffix.isEmpty() ? name : name + "-" + suffix;
  }

  /** The data of a ConfigMap; empty if it is gone. */
  public Map<String, String> data(String suffix) {
    return namespace.data(object(suffix));
  }

  /** Waits until a ConfigMap has exactly this data; without any, until it is gone. */
  public void awaitData(String suffix, String... keysAndValues) {
    var expected = new java.util.HashMap<String, String>();
    for (int i = 0; i < keysAndValues.length; i += 2) {
      expected.put(keysAndValues[i], keysAndValues[i + 1]);
    }
    eventually(() -> assertEquals(expected, data(suffix)));
  }

  /** Puts one entry into an existing ConfigMap. */
  public void put(String suffix, String key, String value) {
    namespace.put(object(suffix), key, value);
  }

  /** An object of a built-in kind; null if it is gone. */
  public <T extends HasMetadata> @Nullable T get(Class<T> type, String suffix) {
    return namespace.get(type, object(suffix));
  }

  /** An object of a built-in kind; fails if it is gone. */
  public <T extends HasMetadata> T existing(Class<T> type, String suffix) {
    return namespace.existing(type, object(suffix));
  }

  /** The uid of an object of a built-in kind; fails if it is gone. */
  public String uid(Class<? extends HasMetadata> type, String suffix) {
    return existing(type, suffix).getMetadata().getUid();
  }

  /** Waits until an object of a built-in kind is gone. */
  public void awaitGone(Class<? extends HasMetadata> type, String suffix) {
    eventually(() -> assertNull(get(type, suffix)));
  }

  /**
   * One value of an object, such as of {@code spec.ports.0.port}: text as it is, a list or a
   * mapping as JSON, empty if absent.
   */
  public String value(Class<? extends HasMetadata> type, String suffix, String path) {
    return at(existing(type, suffix), path);
  }

  /** Waits until a value of an object is this. */
  public void awaitValue(
      Class<? extends HasMetadata> type, String suffix, String path, String expected) {
    eventually(() -> assertEquals(expected, value(type, suffix, path)));
  }

  /** Changes an object of a built-in kind; see {@link TestNamespace#edit}. */
  public <T extends HasMetadata> void edit(Class<T> type, String suffix, UnaryOperator<T> change) {
    namespace.edit(type, object(suffix), change);
  }

  /** Changes an object of a built-in kind by a merge patch: lists are replaced. */
  public void patch(Class<? extends HasMetadata> type, String suffix, String yaml) {
    namespace.scratch().object(type, object(suffix)).patch(yaml);
  }

  /** Changes an object of a built-in kind by a strategic merge patch, as kubectl does. */
  public void merge(Class<? extends HasMetadata> type, String suffix, String yaml) {
    namespace
        .client()
        .resources(type)
        .inNamespace(namespace.name())
        .withName(object(suffix))
        .patch(PatchContext.of(PatchType.STRATEGIC_MERGE), "---\n" + yaml);
  }

  /** Deletes an object of a built-in kind, without waiting; fails if it is gone. */
  public void delete(Class<? extends HasMetadata> type, String suffix) {
    namespace.delete(type, object(suffix));
  }

  /** The whole primary, for messages. */
  @Override
  public String toString() {
    return String.valueOf(primary());
  }

  private static String at(@Nullable Object object, String path) {
    assertNotNull(object);
    var found = JSON.<JsonNode>valueToTree(object).at("/" + path.replace('.', '/'));
    return found.isContainerNode() ? found.toString() : found.asText();
  }
}
