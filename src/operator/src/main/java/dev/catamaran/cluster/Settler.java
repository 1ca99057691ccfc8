package dev.catamaran.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.catamaran.engine.Engine;
import dev.catamaran.engine.EngineFault;
import dev.catamaran.engine.EngineFaultException;
import dev.catamaran.engine.EngineRequest;
import dev.catamaran.engine.ReleaseRequest;
import dev.catamaran.manifest.ObjectKey;
import dev.catamaran.release.EngineException;
import dev.catamaran.release.EngineFailure.Kind;
import dev.catamaran.release.ReleaseKey;
import dev.catamaran.wire.Limits;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Lets the engine mark, repair and delete objects of a release, with the rights of one account, and
 * tells memory what became of them (src/engine/release/settle.go).
 *
 * <p>The engine reads each object, judges whose it is, and writes or deletes the version that it
 * has judged; it does nothing to another release's object. After the call, {@link Descendants} has
 * each object that names the primary as it is now, and forgets one that is gone: no decision uses
 * an older version than this process's own last write.
 *
 * <p>A refusal stops no other deed: {@link #attempt} leaves it in the answer, and {@link #settle}
 * throws all of them afterwards. An API server or an engine that does not answer is an {@link
 * EngineException} at once; what was done until then reaches memory by the watches. Callers say
 * which objects are meant, and send nothing about what memory shows to be right: at rest, nothing
 * is asked.
 *
 * @param account that acts, NAMESPACE/NAME; empty for the operator
 */
record Settler(Engine engine, ApiResources apis, Descendants descendants, String account) {
  private static final Duration LIMIT = Duration.ofMinutes(3);

  /** What to do with one object. */
  record Deed(ObjectKey key, ReleaseRequest.Deed what) {
    static Deed mark(ObjectKey key, boolean outlives, String which) {
      return of(key, named(key), "mark", outlives, which, Instant.EPOCH);
    }

    static Deed part(ObjectKey key) {
      return of(key, named(key), "part", false, "", Instant.EPOCH);
    }

    static Deed delete(ObjectKey key, String which, Instant since) {
      return of(key, named(key), "delete", false, which, since);
    }

    /** Deletes it if it has the labels and annotations of {@code object}. */
    static Deed delete(ObjectKey key, JsonNode object, Instant since) {
      return of(key, object, "delete", false, "ran", since);
    }

    static Deed of(
        ObjectKey key, JsonNode object, String act, boolean outlives, String which, Instant since) {
      return new Deed(
          key,
          new ReleaseRequest.Deed(
              placed(object, key),
              act,
              outlives,
              false,
              List.of(),
              false,
              which,
              since.getEpochSecond()));
    }

    static JsonNode placed(JsonNode object, ObjectKey key) {
      ObjectNode placed = object.deepCopy();
      var metadata = placed.withObjectProperty("metadata");
      if (key.namespace().isEmpty()) {
        metadata.remove("namespace");
      } else {
        metadata.put("namespace", key.namespace());
      }
      return placed;
    }

    private static JsonNode named(ObjectKey key) {
      var object = JsonNodeFactory.instance.objectNode();
      object.put("apiVersion", key.apiVersion()).put("kind", key.kind());
      object.putObject("metadata").put("name", key.name());
      return object;
    }
  }

  /** What became of an object. */
  record Settled(Deed deed, JsonNode answer) {
    ObjectKey key() {
      return deed.key();
    }

    /** Returns the object as it is now; empty if it does not exist, or was deleted. */
    Optional<GenericKubernetesResource> live() {
      return object("live");
    }

    Optional<GenericKubernetesResource> object(String name) {
      return Optional.of(answer.path(name))
          .filter(JsonNode::isObject)
          .map(found -> Limits.mapper().convertValue(found, GenericKubernetesResource.class));
    }

    boolean is(String word) {
      return answer.path(word).asBoolean();
    }

    boolean isDeleted() {
      return answer.has("deleted");
    }

    Optional<EngineFault> refusal() {
      return Optional.of(answer.path("fault"))
          .filter(JsonNode::isObject)
          .flatMap(found -> EngineFault.stored(found.toString(), found.path("message").asText()));
    }
  }

  /**
   * Does all deeds.
   *
   * @throws EngineException if the API server refuses some, after all others
   */
  List<Settled> settle(ReleaseKey release, Optional<Ownership> owner, List<Deed> deeds) {
    var settled = attempt(release, owner, deeds);
    requireAll(settled);
    return settled;
  }

  /** Throws the refusals together, as one of the kind of the first. */
  static void requireAll(List<Settled> settled) {
    var failures =
        settled.stream().flatMap(one -> one.refusal().stream()).map(ApiFailures::of).toList();
    if (!failures.isEmpty()) {
      throw new EngineException(
          failures
              .getFirst()
              .kind()
              .of(
                  failures.stream()
                      .map(failure -> failure.message())
                      .distinct()
                      .collect(Collectors.joining("; "))));
    }
  }

  /**
   * Does all deeds; the answers say which ones the API server refuses. An object under a name that
   * no object can have does not exist.
   *
   * @throws EngineException if the API server cannot be reached, or the engine does not answer
   */
  List<Settled> attempt(ReleaseKey release, Optional<Ownership> owner, List<Deed> deeds) {
    var possible = deeds.stream().filter(deed -> deed.key().canExist()).toList();
    var versions = possible.stream().map(deed -> descendants.version(deed.key())).toList();
    var answers =
        possible.isEmpty()
            ? MissingNode.getInstance()
            : ask(
                    engine,
                    new ReleaseRequest.Settle(
                        target(release),
                        owner.map(Ownership::owner).orElse(null),
                        possible.stream().map(Deed::what).toList()),
                    LIMIT)
                .path("objects");
    var settled = new ArrayList<Settled>();
    for (var deed : deeds) {
      int at = possible.indexOf(deed);
      settled.add(new Settled(deed, at < 0 ? MissingNode.getInstance() : answers.path(at)));
      if (at >= 0) {
        remember(settled.getLast(), versions.get(at), owner.orElse(null));
      }
    }
    return settled;
  }

  /** Nothing watches an object without the marks of its primary. */
  private void remember(Settled one, Optional<String> before, @Nullable Ownership owner) {
    var live = one.live();
    if (one.isDeleted()) {
      // An object with finalizers stays, in a newer version.
      descendants.retract(one.key(), one.answer().path("deleted").asText());
    } else if (live.isEmpty() && one.refusal().isEmpty()) {
      before.ifPresent(version -> descendants.retract(one.key(), version));
    } else if (owner != null) {
      live.filter(found -> Descendant.of(found).owners().names(PrimaryKey.of(owner.primary())))
          .ifPresent(descendants::offer);
    }
  }

  private ReleaseRequest.Target target(ReleaseKey release) {
    return new ReleaseRequest.Target(
        release.name(),
        release.namespace(),
        account,
        0,
        false,
        "",
        List.of(),
        Math.max(1, apis.mostAge().toMillis()),
        null);
  }

  /** Asks the engine. A fault of its own says nothing about objects. */
  static JsonNode ask(Engine engine, EngineRequest request, Duration limit) {
    try {
      return engine.call(request, limit);
    } catch (EngineFaultException e) {
      throw new EngineException(ApiFailures.of(e.fault()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new EngineException(Kind.UNFINISHED.of("stopped while objects were looked at"));
    }
  }
}
