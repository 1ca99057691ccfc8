package dev.catamaran.kit;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectReference;
import io.fabric8.kubernetes.api.model.ObjectReferenceBuilder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * An occurrence about an object. Equal occurrences become one Event with a count. So details that
 * differ each time (a time, an attempt's number) do not belong into the note.
 *
 * @param regarding the object; without a resourceVersion
 * @param related a second object that took part
 * @param reason why, one word in CamelCase; cut to 128 bytes
 * @param action what the operator did, one word in CamelCase; cut to 128 bytes
 * @param note for people; cut to 1024 bytes
 */
public record Occurrence(
    ObjectReference regarding,
    Optional<ObjectReference> related,
    EventRecorder.Type type,
    String reason,
    String action,
    String note) {
  /** Limit of the API server: pkg/apis/core/validation/events.go of k8s.io/kubernetes. */
  private static final int LONGEST_NOTE = 1024;

  private static final int LONGEST_WORD = 128;
  private static final String DEFAULT_ACTION = "Reconcile";
  private static final String CUT = "…";

  /** Cuts texts to the limits of the API server. */
  public Occurrence {
    reason = cut(reason, LONGEST_WORD);
    action = cut(action, LONGEST_WORD);
    note = cut(note, LONGEST_NOTE);
  }

  /** Returns an occurrence with the action {@code Reconcile}, and no second object. */
  public static Occurrence of(
      HasMetadata regarding, EventRecorder.Type type, String reason, String note) {
    return new Occurrence(
        reference(regarding), Optional.empty(), type, reason, DEFAULT_ACTION, note);
  }

  /** Returns this occurrence with another action. */
  public Occurrence during(String otherAction) {
    return new Occurrence(regarding, related, type, reason, otherAction, note);
  }

  /** Returns this occurrence with a second object that took part. */
  public Occurrence with(HasMetadata other) {
    return new Occurrence(regarding, Optional.of(reference(other)), type, reason, action, note);
  }

  private static ObjectReference reference(HasMetadata object) {
    var meta = object.getMetadata();
    return new ObjectReferenceBuilder()
        .withApiVersion(object.getApiVersion())
        .withKind(object.getKind())
        .withNamespace(meta.getNamespace())
        .withName(meta.getName())
        .withUid(meta.getUid())
        .build();
  }

  /** The API server counts bytes, and a character may have up to four. */
  private static String cut(String text, int longest) {
    if (bytes(text) <= longest) {
      return text;
    }
    int end = Math.min(text.length(), longest);
    while (bytes(text.substring(0, end)) > longest - bytes(CUT)) {
      end = text.offsetByCodePoints(end, -1);
    }
    return text.substring(0, end) + CUT;
  }

  private static int bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }
}
