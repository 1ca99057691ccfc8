package dev.catamaran.cluster;

import dev.catamaran.kit.Readiness;
import dev.catamaran.manifest.ObjectKey;
import io.fabric8.kubernetes.api.model.events.v1.Event;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The readiness of objects that do not say themselves why they are not ready. Asks the API server,
 * and remembers each answer for a while: each change of an object is a reason to ask.
 */
final class UnreadyCauses {
  private static final Logger log = LoggerFactory.getLogger(UnreadyCauses.class);
  private static final int MOST = 10_000;
  private static final Duration LASTING = Duration.ofSeconds(10);

  /** The mode of a class cannot be changed. */
  private static final Duration OF_A_CLASS = Duration.ofHours(1);

  private static final String UNTIL_NEEDED = "WaitForFirstConsumer";

  private final LiveObjects live;
  private final Clock clock;
  private final Map<String, Answer> answers = new ConcurrentHashMap<>();

  private record Answer(String text, Instant until) {}

  UnreadyCauses(LiveObjects live, Clock clock) {
    this.live = live;
    this.clock = clock;
  }

  /** Returns whether a live object is ready. */
  Readiness of(Descendant found) {
    return switch (found.readiness()) {
      case Readiness.Ready ready -> ready;
      case Readiness.Progressing progressing -> progressing;
      case Readiness.Failed failed -> failed;
      case Readiness.Silent(var message) -> explained(message, found);
      case Readiness.Unclaimed(var storageClass) ->
          bindingMode(storageClass).equals(UNTIL_NEEDED)
              ? new Readiness.Ready()
              : explained(Readiness.PENDING, found);
    };
  }

  private Readiness explained(String message, Descendant found) {
    var uid = found.content().path("metadata").path("uid").asText("");
    var warning = answer(uid, LASTING, () -> warning(found.key(), uid)).orElse("");
    return new Readiness.Progressing(warning.isEmpty() ? message : message + ": " + warning);
  }

  private String warning(ObjectKey key, String uid) {
    return live.warnings(key, uid).stream()
        .max(Comparator.comparing(UnreadyCauses::lastSeen))
        .map(event -> withoutNames(String.valueOf(event.getNote()), key))
        .orElse("");
  }

  /** Each attempt may have a new name, and each new message would be a change of the status. */
  private static String withoutNames(String note, ObjectKey key) {
    return note.replaceFirst("^\\(combined from similar events\\): ", "")
        .replaceAll("\"" + Pattern.quote(key.name()) + "-[a-z0-9.-]*\"", "of " + key.name());
  }

  private static String lastSeen(Event event) {
    if (event.getSeries() != null && event.getSeries().getLastObservedTime() != null) {
      return String.valueOf(event.getSeries().getLastObservedTime().getTime());
    }
    return Optional.ofNullable(event.getDeprecatedLastTimestamp())
        .orElseGet(() -> event.getMetadata().getCreationTimestamp());
  }

  private String bindingMode(String storageClass) {
    var key = new ObjectKey("storage.k8s.io/v1", "StorageClass", "", storageClass);
    return answer(key.toString(), OF_A_CLASS, () -> bindingMode(key)).orElse("");
  }

  private String bindingMode(ObjectKey key) {
    return live.get(key).map(found -> found.<String>get("volumeBindingMode")).orElse("");
  }

  /** Returns empty if a right is missing, or there is no answer: then the cause is not known. */
  private Optional<String> answer(String question, Duration lasting, Supplier<String> ask) {
    var now = clock.instant();
    var known = answers.get(question);
    if (known != null && now.isBefore(known.until())) {
      return Optional.of(known.text());
    }
    try {
      if (answers.size() >= MOST) {
        answers.clear();
      }
      var text = ask.get();
      answers.put(question, new Answer(text, now.plus(text.isEmpty() ? LASTING : lasting)));
      return Optional.of(text);
    } catch (KubernetesClientException e) {
      log.debug("The cause of an unready object is not known: {}", e.getMessage());
      return Optional.empty();
    }
  }
}
