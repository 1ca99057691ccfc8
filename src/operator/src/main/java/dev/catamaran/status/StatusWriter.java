package dev.catamaran.status;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.catamaran.telemetry.Steps;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.net.HttpURLConnection;
import java.time.Clock;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Writes the operator's own part of a primary's status, by one patch, and none if nothing changed.
 * Fields and conditions that are not in {@link OwnFields} stay as others wrote them.
 *
 * <p>A patch has the resource version that it is made from, since other clients write into the same
 * list of conditions. After a conflict the object is read, and the patch made anew. After {@link
 * #write}, {@link #newest} returns what was written, until the watch has it.
 *
 * <p>What becomes of a failure:
 *
 * <ul>
 *   <li>The schema drops or refuses fields, or has no status subresource: what can be is written,
 *       the loss is told once, and the same is not sent again for ten minutes. The pass goes on,
 *       unless a new revision would then be taken for another client's ({@link #requireAnnounced}).
 *   <li>The primary is gone: {@link PrimaryGoneException}. It was made again under its name:
 *       nothing is written.
 *   <li>All else is a {@link KubernetesClientException}, and nothing is written.
 * </ul>
 *
 * <p>The caller makes each status from {@link #newest} and not from the watch: an older one would
 * undo the last report. It hides secrets before, and calls {@link #forget} for a primary that is
 * gone.
 */
public final class StatusWriter {
  private static final JsonMapper JSON = new JsonMapper();

  /** Field manager of everything that Catamaran writes to a primary. */
  public static final String FIELD_MANAGER = "catamaran";

  private static final int UNPROCESSABLE = 422;

  /** Attempts to write one status while other clients write the same primary. */
  private static final int ATTEMPTS = 20;

  private static final PatchContext AS_CATAMARAN =
      new PatchContext.Builder()
          .withPatchType(PatchType.JSON_MERGE)
          .withFieldManager(FIELD_MANAGER)
          .build();

  private final KubernetesClient client;
  private final Clock clock;

  /** Written statuses that the watch has not delivered yet, by uid of the primary. */
  private final Map<String, Shown> ahead = new ConcurrentHashMap<>();

  /** Statuses that the API server did not store as sent, by uid of the primary. */
  private final Map<String, StatusLoss> losses = new ConcurrentHashMap<>();

  /** A version of a primary, with its status. */
  private record Shown(String uid, long version, JsonNode status) {
    static Shown by(GenericKubernetesResource primary) {
      return new Shown(
          primary.getMetadata().getUid(), StatusWriter.version(primary), statusOf(primary));
    }
  }

  /** Creates a writer with the rights of {@code client}. */
  public StatusWriter(KubernetesClient client, Clock clock) {
    this.client = client;
    this.clock = clock;
  }

  /**
   * Returns the status of {@code primary}, or a newer status from this writer: a status based on an
   * older one would undo the newer one. If the API server drops fields, returns what was sent.
   *
   * @return an empty object if the primary has no status
   */
  public JsonNode newest(GenericKubernetesResource primary) {
    var shown = shown(primary);
    return lossOf(shown).<JsonNode>map(StatusLoss::sent).orElse(shown.status());
  }

  private Shown shown(GenericKubernetesResource primary) {
    var written =
        ahead.computeIfPresent(
            primary.getMetadata().getUid(),
            (uid, known) -> known.version() > version(primary) ? known : null);
    return written == null ? Shown.by(primary) : written;
  }

  /** What the API server dropped of the status that is shown, unless another client changed it. */
  private Optional<StatusLoss> lossOf(Shown shown) {
    return Optional.ofNullable(losses.get(shown.uid()))
        .filter(loss -> OwnFields.areEqual(loss.kept(), OwnFields.of(shown.status())));
  }

  /** Whether {@code primary} is at least as new as the last status written to it. */
  public boolean isUpToDate(GenericKubernetesResource primary) {
    var written = ahead.get(primary.getMetadata().getUid());
    return written == null || written.version() <= version(primary);
  }

  /** Forgets a deleted primary. */
  public void forget(GenericKubernetesResource primary) {
    ahead.remove(primary.getMetadata().getUid());
    losses.remove(primary.getMetadata().getUid());
  }

  /**
   * Writes {@code status} unless {@code primary} already has it. Does nothing for a primary that
   * was deleted and created again: a deleted object needs no status. What the API server drops is
   * not sent again before some time has passed.
   *
   * @throws PrimaryGoneException if no object has its name
   * @throws KubernetesClientException if the API server cannot be reached, or refuses the request
   *     and not only its content
   */
  public void write(GenericKubernetesResource primary, ReleaseStatus status) {
    var wanted = OwnFields.of(status.toJson());
    var shown = shown(primary);
    boolean isDropped =
        lossOf(shown).filter(loss -> loss.isStillOf(wanted, clock.instant())).isPresent();
    if (!isDropped && !OwnFields.areEqual(OwnFields.of(shown.status()), wanted)) {
      Steps.run("write status", () -> write(primary, shown, wanted));
    }
  }

  /**
   * Checks that a new revision may be made after the status announced it.
   *
   * @throws StatusRefusedException if the status still names earlier revisions only: after a
   *     restart, the new one would be taken for another client's
   */
  public void requireAnnounced(GenericKubernetesResource primary) {
    Optional.ofNullable(losses.get(primary.getMetadata().getUid()))
        .filter(StatusLoss::misleads)
        .ifPresent(
            loss -> {
              throw new StatusRefusedException(loss.message());
            });
  }

  /** Returns, once, what people must know about a status that is not stored as it was sent. */
  public Optional<String> untold(GenericKubernetesResource primary) {
    var uid = primary.getMetadata().getUid();
    var loss = Optional.ofNullable(losses.get(uid)).filter(StatusLoss::isUntold);
    loss.ifPresent(found -> losses.replace(uid, found, found.told()));
    return loss.map(StatusLoss::message);
  }

  private void write(GenericKubernetesResource primary, Shown shown, ObjectNode wanted) {
    var base = shown;
    for (int attempt = 1; ; attempt++) {
      try {
        patch(primary, base, wanted);
        return;
      } catch (KubernetesClientException e) {
        boolean isConflict = e.getCode() == HttpURLConnection.HTTP_CONFLICT;
        if (!isConflict && e.getCode() != HttpURLConnection.HTTP_NOT_FOUND) {
          throw e;
        }
        base = live(primary);
        if (!base.uid().equals(shown.uid())) {
          return;
        }
        if (!isConflict) {
          lose(base, wanted, StatusLoss.NO_SUBRESOURCE, true);
          return;
        }
        if (attempt == ATTEMPTS) {
          throw e;
        }
      }
    }
  }

  /** Sends the rest if the schema refuses some fields, as long as it names further ones. */
  private void patch(GenericKubernetesResource primary, Shown base, ObjectNode wanted) {
    var sent = OwnFields.patch(base.status(), wanted);
    var why = StatusLoss.PRUNED;
    while (true) {
      try {
        note(send(primary, base, sent), wanted, why);
        return;
      } catch (KubernetesClientException e) {
        if (e.getCode() != UNPROCESSABLE) {
          throw e;
        }
        var refused = StatusLoss.refused(e);
        why = refused.why();
        int before = sent.size();
        sent.remove(refused.fields());
        if (sent.size() == before) {
          lose(base, wanted, why, true);
          return;
        }
      }
    }
  }

  private @Nullable GenericKubernetesResource send(
      GenericKubernetesResource primary, Shown base, ObjectNode status) {
    var patch = JsonNodeFactory.instance.objectNode();
    patch.putObject("metadata").put("resourceVersion", String.valueOf(base.version()));
    patch.set("status", status);
    return client.resource(primary).subresource("status").patch(AS_CATAMARAN, patch.toString());
  }

  private void note(@Nullable GenericKubernetesResource answer, ObjectNode wanted, String why) {
    if (answer != null) {
      var written = Shown.by(answer);
      ahead.put(written.uid(), written);
      if (OwnFields.areEqual(OwnFields.of(written.status()), wanted)) {
        losses.remove(written.uid());
      } else {
        lose(written, wanted, why, false);
      }
    }
  }

  private void lose(Shown shown, ObjectNode sent, String why, boolean isAll) {
    losses.compute(
        shown.uid(),
        (uid, before) ->
            StatusLoss.of(
                sent,
                OwnFields.of(shown.status()),
                why,
                isAll,
                clock.instant(),
                Optional.ofNullable(before)));
  }

  /**
   * Reads the object that has the name of {@code primary}.
   *
   * @throws PrimaryGoneException if there is none
   */
  private Shown live(GenericKubernetesResource primary) {
    var live = client.resource(primary).get();
    if (live == null) {
      throw new PrimaryGoneException(primary.getMetadata().getName());
    }
    return Shown.by(live);
  }

  /** Resource versions compare as integers (KEP-5504). */
  private static long version(GenericKubernetesResource primary) {
    return Long.parseLong(primary.getMetadata().getResourceVersion());
  }

  private static JsonNode statusOf(GenericKubernetesResource primary) {
    return JSON.valueToTree(primary.getAdditionalProperties().getOrDefault("status", Map.of()));
  }

  /**
   * The API server refuses the status of a primary, and nothing may be done that it must report.
   */
  public static final class StatusRefusedException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** Creates the exception with a sentence for people. */
    StatusRefusedException(String message) {
      super(message);
    }
  }
}
