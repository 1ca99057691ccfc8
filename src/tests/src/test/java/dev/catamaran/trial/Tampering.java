package dev.catamaran.trial;

import static dev.catamaran.fixture.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import dev.catamaran.manifest.ObjectKey;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A user edits one object of a release and deletes another. */
public final class Tampering {
  private static final String FIELD = "step";

  /**
   * Kinds that a repair does not restore: the content is lost with the object, a finalizer waits
   * for its users, or a Job is done.
   */
  private static final Set<String> PRECIOUS = Set.of("Namespace", "PersistentVolumeClaim", "Job");

  private final Trial trial;
  private final Map<String, JsonNode> before;

  private Tampering(Trial trial) {
    this.trial = trial;
    this.before = trial.snapshot();
  }

  /** Edits and deletes the objects, and waits until all fields are restored. */
  public static void with(Trial trial) {
    var tampering = new Tampering(trial);
    var objects = trial.manifest();
    for (var object : objects.entrySet()) {
      var field = field(object.getValue().content());
      if (field.isPresent()) {
        tampering.edit(object.getKey(), field.get());
        tampering.delete(objects.keySet().stream().toList(), object.getKey());
        return;
      }
    }
    assertEquals(Map.of(), objects, "a chart with objects but no " + FIELD);
  }

  private void edit(ObjectKey key, JsonPointer field) {
    var value = key.kind().equals("Secret") ? "dGFtcGVyZWQ=" : "tampered";
    var patch =
        "[{\"op\":\"replace\",\"path\":\"%s\",\"value\":\"%s\"}]"
            .formatted(live(key, field), value);
    trial.object(key).patch(PatchContext.of(PatchType.JSON), patch);
    eventually(() -> assertEquals(before, trial.snapshot()));
  }

  private void delete(List<ObjectKey> all, ObjectKey edited) {
    var victim =
        all.reversed().stream()
            .filter(key -> !PRECIOUS.contains(key.kind()) && !key.equals(edited))
            .findFirst()
            .orElse(edited);
    var uid = trial.object(victim).get().getMetadata().getUid();
    trial.object(victim).delete();

    eventually(
        () -> {
          var now = trial.object(victim).get();
          assertNotNull(now, () -> victim + " is not created again");
          assertNotEquals(uid, now.getMetadata().getUid());
        });
    eventually(() -> assertEquals(before, trial.snapshot()));
  }

  /**
   * The field in the live object: the API server stores the plain text of a Secret in base64, in
   * another field.
   */
  private static JsonPointer live(ObjectKey key, JsonPointer field) {
    return key.kind().equals("Secret") ? JsonPointer.compile("/data/" + FIELD) : field;
  }

  private static Optional<JsonPointer> field(JsonNode node) {
    if (node.path(FIELD).isTextual()) {
      return Optional.of(JsonPointer.compile("/" + FIELD));
    }
    return node.properties().stream()
        .flatMap(
            child ->
                field(child.getValue()).stream()
                    .map(found -> JsonPointer.empty().appendProperty(child.getKey()).append(found)))
        .findFirst();
  }
}
