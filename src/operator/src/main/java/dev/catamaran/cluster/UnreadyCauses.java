package dev.catamaran.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.catamaran.kit.Readiness;
import dev.catamaran.manifest.ObjectKey;
import io.fabric8.kubernetes.api.model.LabelSelector;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.events.v1.Event;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The readiness of objects that do not say themselves why they are not ready: their pods do, or an
 * Event. Asks the API server, and remembers each answer until the object changes. While it stays as
 * it is, the times between two questions grow, and are long once an answer repeats: what is not
 * ready for a day costs hardly a request.
 */
final class UnreadyCauses {
  private static final Logger log = LoggerFactory.getLogger(UnreadyCauses.class);
  private static final JsonMapper JSON = new JsonMapper();
  private static final Set<String> WORKLOADS = Set.of("apps/v1", "batch/v1");
  private static final int MOST = 10_000;
  private static final int MOST_CLAIMS = 3;
  private static final Duration SHORTEST = Duration.ofSeconds(2);
  private static final Duration AFTER_THE_SAME = Duration.ofMinutes(10);
  private static final String CLAIM = "PersistentVolumeClaim";
  private static final String UNTIL_NEEDED = "WaitForFirstConsumer";

  private final LiveObjects live;
  private final Clock clock;
  private final Map<ObjectKey, Answer> answers = new ConcurrentHashMap<>();

  /**
   * An answer about an object.
   *
   * @param since when it was first asked about in that state
   * @param until when it may be asked about again
   */
  private record Answer(String state, String text, Instant since, Instant until) {}

  UnreadyCauses(LiveObjects live, Clock clock) {
    this.live = live;
    this.clock = clock;
  }

  /**
   * Returns whether a live object is ready.
   *
   * @param isExplained whether to ask why it is not
   */
  Readiness of(Descendant found, boolean isExplained) {
    var readiness = found.readiness();
    if (readiness.isReady()
        || (readiness instanceof Readiness.Unclaimed(var storageClass)
            && bindingMode(storageClass).equals(UNTIL_NEEDED))) {
      answers.remove(found.key());
      return new Readiness.Ready();
    }
    var cause =
        isExplained && found.hasContent()
            ? answer(found.key(), found.contentHash() + readiness, () -> ask(found))
            : "";
    var message = readiness.why() + (cause.isEmpty() ? "" : ": " + cause);
    return readiness instanceof Readiness.Failed
        ? new Readiness.Failed(message)
        : new Readiness.Progressing(message);
  }

  private String ask(Descendant found) {
    var key = found.key();
    var content = found.content();
    var selector = selector(key, content);
    if (found.readiness() instanceof Readiness.Silent
        || found.readiness() instanceof Readiness.Unclaimed) {
      var events = live.events(key, "regarding.uid", uid(content));
      return withoutNames(newest(events, selector.isEmpty()), key);
    }
    var pods =
        key.kind().equals("Pod")
            ? live.get(key).map(pod -> JSON.convertValue(pod, Pod.class)).stream().toList()
            : selector.map(chosen -> live.unreadyPods(key.namespace(), chosen)).orElse(List.of());
    return ofPods(pods);
  }

  /** Returns what selects the pods of a workload; empty for other kinds. */
  private static Optional<LabelSelector> selector(ObjectKey key, JsonNode content) {
    var selector = content.path("spec").path("selector");
    boolean isPlain = key.kind().equals("ReplicationController");
    boolean isWorkload = isPlain || WORKLOADS.contains(key.apiVersion());
    JsonNode labels = isPlain ? JSON.createObjectNode().set("matchLabels", selector) : selector;
    return isWorkload && selector.isObject()
        ? Optional.of(JSON.convertValue(labels, LabelSelector.class))
        : Optional.empty();
  }

  /** The pods of the newest template say why it does not run. */
  private String ofPods(List<Pod> pods) {
    var newestFirst =
        pods.stream()
            .sorted(
                Comparator.comparing((Pod pod) -> pod.getMetadata().getCreationTimestamp())
                    .reversed())
            .toList();
    return newestFirst.stream()
        .flatMap(pod -> PodCause.of(pod).map(cause -> cause + ofClaims(pod, cause)).stream())
        .findFirst()
        .or(() -> newestFirst.stream().findFirst().map(this::ofEvents))
        .orElse("");
  }

  private String ofEvents(Pod pod) {
    var meta = pod.getMetadata();
    var key = new ObjectKey("v1", "Pod", meta.getNamespace(), meta.getName());
    return PodCause.words(
        newest(live.events(key, "regarding.uid", meta.getUid()), false), meta.getName());
  }

  /** The scheduler says that a claim is not bound, and its controller says why. */
  private String ofClaims(Pod pod, String cause) {
    if (!cause.contains("unbound")) {
      return "";
    }
    var namespace = pod.getMetadata().getNamespace();
    return pod.getSpec().getVolumes().stream()
        .map(Volume::getPersistentVolumeClaim)
        .filter(Objects::nonNull)
        .limit(MOST_CLAIMS)
        .map(claim -> new ObjectKey("v1", CLAIM, namespace, claim.getClaimName()))
        .map(key -> ofClaim(key.name(), live.events(key, "regarding.name", key.name())))
        .collect(Collectors.joining());
  }

  private static String ofClaim(String name, List<Event> events) {
    var words = newest(events, true);
    return words.isEmpty() ? "" : "; claim %s: %s".formatted(name, words);
  }

  /**
   * Returns the words of the newest warning; empty for none.
   *
   * @param isOtherwise whether another Event says it if there is none
   */
  private static String newest(List<Event> events, boolean isOtherwise) {
    return Stream.of("Warning", "Normal")
        .filter(type -> isOtherwise || type.equals("Warning"))
        .flatMap(
            type ->
                events.stream()
                    .filter(event -> type.equals(event.getType()))
                    .max(Comparator.comparing(UnreadyCauses::lastSeen))
                    .map(event -> String.valueOf(event.getNote()))
                    .stream())
        .findFirst()
        .map(note -> note.replaceFirst("^\\(combined from similar events\\): ", ""))
        .orElse("");
  }

  /** Each attempt may have a new name, and each new message would be a change of the status. */
  private static String withoutNames(String note, ObjectKey key) {
    return note.replaceAll("\"" + Pattern.quote(key.name()) + "-[a-z0-9.-]*\"", "of " + key.name());
  }

  private static String lastSeen(Event event) {
    if (event.getSeries() != null && event.getSeries().getLastObservedTime() != null) {
      return String.valueOf(event.getSeries().getLastObservedTime().getTime());
    }
    return Optional.ofNullable(event.getDeprecatedLastTimestamp())
        .orElseGet(() -> event.getMetadata().getCreationTimestamp());
  }

  private static String uid(JsonNode content) {
    return content.path("metadata").path("uid").asText("");
  }

  private String bindingMode(String storageClass) {
    var key = new ObjectKey("storage.k8s.io/v1", "StorageClass", "", storageClass);
    return answer(
        key,
        "",
        () -> live.get(key).map(found -> found.<String>get("volumeBindingMode")).orElse(""));
  }

  /** Returns empty if a right is missing, or there is no answer: then the cause is not known. */
  private String answer(ObjectKey object, String state, Supplier<String> ask) {
    var now = clock.instant();
    var known =
        Optional.ofNullable(answers.get(object)).filter(answer -> answer.state().equals(state));
    if (known.filter(answer -> now.isBefore(answer.until())).isPresent()) {
      return known.get().text();
    }
    if (answers.size() >= MOST) {
      answers.clear();
    }
    var text = tried(ask);
    boolean isRepeated = !text.isEmpty() && known.filter(a -> text.equals(a.text())).isPresent();
    var since = known.map(Answer::since).orElse(now);
    var least = isRepeated ? AFTER_THE_SAME : SHORTEST;
    var age = Duration.between(since, now);
    answers.put(
        object, new Answer(state, text, since, now.plus(age.compareTo(least) > 0 ? age : least)));
    return text;
  }

  private static String tried(Supplier<String> ask) {
    try {
      return ask.get();
    } catch (KubernetesClientException e) {
      log.debug("The cause of an unready object is not known: {}", e.getMessage());
      return "";
    }
  }
}
