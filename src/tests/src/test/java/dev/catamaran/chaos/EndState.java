package dev.catamaran.chaos;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.marcnuri.helm.Helm;
import dev.catamaran.manifest.Manifest;
import dev.catamaran.manifest.ManifestObject;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.trial.TrialKinds;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.Secret;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Compares the cluster with the specs. For each primary it expects exactly the objects that Helm
 * renders from the spec; one deployed revision, with an allowed number; and a status that reports
 * both. Helm renders the expected objects here: the operator's stored revisions are no reference.
 */
final class EndState {
  private static final JsonMapper JSON = new JsonMapper();

  /** Helm writes it on all objects except hooks. */
  private static final String OF_RELEASE = "meta.helm.sh/release-name";

  private final TestNamespace namespace;
  private final List<Member> members;
  private final Map<String, List<ManifestObject>> rendered = new HashMap<>();

  EndState(TestNamespace namespace, List<Member> members) {
    this.namespace = namespace;
    this.members = members;
  }

  /** All differences, one line each; empty if there is no difference. */
  List<String> problems() {
    var problems = new ArrayList<String>();
    var primaries = primaries();
    var revisions = revisions();
    var live = live();
    var expected = new HashMap<String, JsonNode>();
    for (var member : members) {
      var primary = primaries.remove(member.name());
      var stored = revisions.getOrDefault(member.name(), List.of());
      if (member.account().step().isEmpty()) {
        if (primary != null) {
          problems.add(member.name() + " is deleted but still exists: " + status(primary));
        }
        if (!stored.isEmpty()) {
          problems.add(member.name() + " is deleted but still has revisions: " + stored);
        }
      } else {
        var step = Member.value(member.account().step().getAsInt());
        readiness(member, primary, problems);
        member.account().problem(stored).map(p -> member.name() + " " + p).ifPresent(problems::add);
        rendered(member, step)
            .forEach(object -> expected.put(key(object.content()), object.content()));
      }
    }
    primaries.keySet().forEach(name -> problems.add("primary " + name + " is unexpected"));
    compare(expected, live, problems);
    return problems;
  }

  /** The number of ready primaries, of all expected ones. */
  String readiness() {
    var primaries = primaries();
    long expected = members.stream().filter(m -> m.account().step().isPresent()).count();
    long ready =
        members.stream()
            .filter(m -> m.account().step().isPresent())
            .filter(m -> isReady(primaries.get(m.name())))
            .count();
    return ready + " of " + expected + " ready";
  }

  /** The resource versions of all revisions; each write changes one. */
  Map<String, String> versionsOfRevisions() {
    var found = new TreeMap<String, String>();
    secrets()
        .forEach(s -> found.put(s.getMetadata().getName(), s.getMetadata().getResourceVersion()));
    return found;
  }

  /** The resource versions of all primaries; each write of a primary or its status changes one. */
  Map<String, String> versionsOfPrimaries() {
    var found = new TreeMap<String, String>();
    primaries().forEach((name, p) -> found.put(name, p.getMetadata().getResourceVersion()));
    return found;
  }

  private static void readiness(
      Member member, @Nullable GenericKubernetesResource primary, List<String> problems) {
    if (primary == null) {
      problems.add(member.name() + " is gone");
    } else if (!isReady(primary)) {
      problems.add(member.name() + " is not ready: " + status(primary));
    }
  }

  private static void compare(
      Map<String, JsonNode> expected, Map<String, JsonNode> live, List<String> problems) {
    expected.forEach(
        (key, content) -> {
          var found = live.get(key);
          if (found == null) {
            problems.add(key + " is missing");
          } else {
            difference("", content, found)
                .ifPresent(where -> problems.add(key + " differs at " + where));
          }
        });
    live.forEach(
        (key, content) -> {
          var annotations = content.path("metadata").path("annotations");
          if (annotations.has(OF_RELEASE) && !expected.containsKey(key)) {
            problems.add(key + " is an orphan of " + annotations.path(OF_RELEASE).asText());
          }
        });
  }

  /**
   * The first field of {@code found} that differs from {@code expected}. Empty expected fields may
   * have any value.
   */
  private static Optional<String> difference(String at, JsonNode expected, JsonNode found) {
    if (at.equals("/status") || isEmpty(expected)) {
      return Optional.empty();
    }
    if (expected.isObject()) {
      return expected.properties().stream()
          .map(e -> difference(at + "/" + e.getKey(), e.getValue(), found.path(e.getKey())))
          .flatMap(Optional::stream)
          .findFirst();
    }
    if (expected.isArray()) {
      if (expected.size() != found.size()) {
        return Optional.of(at);
      }
      return IntStream.range(0, expected.size())
          .mapToObj(i -> difference(at + "/" + i, expected.get(i), found.path(i)))
          .flatMap(Optional::stream)
          .findFirst();
    }
    return expected.asText().equals(found.asText()) || isSameQuantity(expected, found)
        ? Optional.empty()
        : Optional.of(at + ": " + found + " instead of " + expected);
  }

  /** Compares quantities; the API server normalizes them. */
  private static boolean isSameQuantity(JsonNode expected, JsonNode found) {
    try {
      return Quantity.getAmountInBytes(Quantity.parse(expected.asText()))
              .compareTo(Quantity.getAmountInBytes(Quantity.parse(found.asText())))
          == 0;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  private static boolean isEmpty(JsonNode node) {
    return node.isNull() || (node.isContainerNode() ? node.isEmpty() : node.asText().isEmpty());
  }

  private List<ManifestObject> rendered(Member member, String step) {
    return rendered.computeIfAbsent(
        member.name() + " " + step,
        any ->
            Manifest.of(
                    new Helm(member.trial().chart().folder())
                        .template()
                        .withName(member.name())
                        .withNamespace(namespace.name())
                        .set("step", step)
                        .call())
                .objects()
                .stream()
                .map(object -> new ManifestObject(plainSecret(object.content())))
                .toList());
  }

  /** The API server stores {@code stringData} as {@code data}. */
  private static JsonNode plainSecret(JsonNode content) {
    if (!content.path("kind").asText().equals("Secret") || !content.has("stringData")) {
      return content;
    }
    ObjectNode secret = content.deepCopy();
    var data = secret.withObjectProperty("data");
    secret
        .remove("stringData")
        .properties()
        .forEach(
            e ->
                data.put(
                    e.getKey(),
                    Base64.getEncoder()
                        .encodeToString(e.getValue().asText().getBytes(StandardCharsets.UTF_8))));
    return secret;
  }

  private Map<String, JsonNode> live() {
    return kinds().stream()
        .map(kind -> namespace.client().genericKubernetesResources(kind.apiVersion(), kind.name()))
        .map(all -> all.inNamespace(namespace.name()).list().getItems())
        .flatMap(List::stream)
        .map(object -> JSON.<JsonNode>valueToTree(object))
        .collect(Collectors.toMap(EndState::key, object -> object, (a, b) -> a, TreeMap::new));
  }

  /** All kinds of the rendered objects. */
  private Set<Kind> kinds() {
    return members.stream()
        .flatMap(member -> rendered(member, Member.value(0)).stream())
        .map(object -> new Kind(object.key().apiVersion(), object.key().kind()))
        .collect(Collectors.toSet());
  }

  private record Kind(String apiVersion, String name) {}

  private static String key(JsonNode object) {
    return object.path("kind").asText() + "/" + object.path("metadata").path("name").asText();
  }

  private Map<String, GenericKubernetesResource> primaries() {
    return members.stream()
        .map(member -> member.trial().chart())
        .distinct()
        .flatMap(chart -> TrialKinds.primaries(chart, namespace).list().getItems().stream())
        .collect(
            Collectors.toMap(p -> p.getMetadata().getName(), p -> p, (a, b) -> a, TreeMap::new));
  }

  private Map<String, List<String>> revisions() {
    return secrets().stream()
        .sorted(Comparator.comparingInt(s -> Integer.parseInt(label(s, "version"))))
        .collect(
            Collectors.groupingBy(
                s -> label(s, "name"),
                Collectors.mapping(
                    s -> label(s, "version") + " " + label(s, "status"), Collectors.toList())));
  }

  private List<Secret> secrets() {
    return namespace
        .client()
        .secrets()
        .inNamespace(namespace.name())
        .withLabel("owner", "helm")
        .list()
        .getItems();
  }

  private static String label(Secret secret, String name) {
    return Objects.requireNonNullElse(secret.getMetadata().getLabels().get(name), "0");
  }

  /** Whether the status is of the present spec and requests, and no operation of Helm is open. */
  private static boolean isReady(@Nullable GenericKubernetesResource primary) {
    if (primary == null) {
      return false;
    }
    List<Map<String, Object>> conditions = primary.get("status", "conditions");
    Number observed = primary.get("status", "observedGeneration");
    return conditions != null
        && observed != null
        && observed.longValue() == primary.getMetadata().getGeneration()
        && isAnswered(primary)
        && primary.get("status", "attempting") == null
        && conditions.stream()
            .anyMatch(c -> "Ready".equals(c.get("type")) && "True".equals(c.get("status")));
  }

  /** A request for a revision changes neither the generation nor the expected objects. */
  private static boolean isAnswered(GenericKubernetesResource primary) {
    var annotations = primary.getMetadata().getAnnotations();
    var request = annotations == null ? null : annotations.get("catamaran.dev/reconcile-at");
    return request == null || request.equals(primary.get("status", "lastHandledReconcileAt"));
  }

  private static String status(GenericKubernetesResource primary) {
    List<Map<String, Object>> conditions = primary.get("status", "conditions");
    return conditions == null
        ? "no conditions"
        : conditions.stream()
            .map(
                c ->
                    "%s=%s %s: %s"
                        .formatted(
                            c.get("type"), c.get("status"), c.get("reason"), c.get("message")))
            .collect(Collectors.joining("; "));
  }
}
