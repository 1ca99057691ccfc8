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
import dev.catamaran.engine.ReleaseRequest.Act;
import dev.catamaran.engine.ReleaseRequest.Deed;
import dev.catamaran.engine.ReleaseRequest.Which;
import dev.catamaran.manifest.ManifestObject;
import dev.catamaran.manifest.ObjectKey;
import dev.catamaran.release.EngineException;
import dev.catamaran.release.EngineFailure.Kind;
import dev.catamaran.release.ReleaseKey;
import dev.catamaran.wire.Limits;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
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

  static Deed mark(ObjectKey key, boolean outlives, @Nullable Which which) {
    return of(Act.MARK, key, named(key), outlives, which, Instant.EPOCH);
  }

  static Deed part(ObjectKey key) {
    return of(Act.PART, key, named(key), false, null, Instant.EPOCH);
  }

  static Deed delete(ObjectKey key, Which which) {
    return delete(key, which, Instant.EPOCH);
  }

  static Deed delete(ObjectKey key, Which which, Instant since) {
    return of(Act.DELETE, key, named(key), false, which, since);
  }

  /** Deletes it if it has the labels and annotations of a hook that was made since then. */
  static Deed delete(ObjectKey key, JsonNode hook, Instant since) {
    return of(Act.DELETE, key, hook, false, Which.RAN, since);
  }

  private static Deed of(
      Act act,
      ObjectKey key,
      JsonNode object,
      boolean outlives,
      @Nullable Which which,
      Instant since) {
    return new Deed(
        act, placed(object, key), outlives, false, List.of(), false, which, since.getEpochSecond());
  }

  /** Returns an object with its place in the cluster. */
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

  /** What became of an object. */
  record Settled(ObjectKey key, JsonNode answer) {
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
    var keys = deeds.stream().map(deed -> new ManifestObject(deed.object()).key()).toList();
    var possible = IntStream.range(0, deeds.size()).filter(i -> keys.get(i).canExist()).toArray();
    var versions = keys.stream().map(descendants::version).toList();
    var settled =
        new ArrayList<>(
            keys.stream().map(key -> new Settled(key, MissingNode.getInstance())).toList());
    if (possible.length == 0) {
      return settled;
    }
    var request =
        new ReleaseRequest.Settle(
            target(release, apis.mostAge()),
            owner.map(Ownership::owner).orElse(null),
            IntStream.of(possible).mapToObj(deeds::get).toList());
    var answers = ask(engine, request, LIMIT).path("objects");
    for (int i = 0; i < possible.length; i++) {
      int at = possible[i];
      settled.set(at, new Settled(keys.get(at), answers.path(i)));
      remember(settled.get(at), versions.get(at), owner.orElse(null));
    }
    return settled;
  }

  /**
   * Deletes what names the primary, and ends the ownership of what outlives it; or only looks.
   *
   * @param kinds to look for; empty for all, as they are served now
   * @param namespaces to look in where the whole cluster may not be listed
   * @param unlisted receives the kinds that could not be listed, and why
   * @return what was found, and what the API server refuses
   */
  List<Settled> remove(
      Ownership ownership,
      Collection<String> kinds,
      List<String> namespaces,
      boolean isLook,
      BiConsumer<String, String> unlisted) {
    var target = target(ownership.release(), kinds.isEmpty() ? Duration.ZERO : apis.mostAge());
    var owner = ownership.owner();
    var request = new ReleaseRequest.Remove(target, owner, kinds, namespaces, isLook);
    var answer = ask(engine, request, LIMIT);
    answer.path("unlisted").forEachEntry((kind, why) -> unlisted.accept(kind, why.asText()));
    return answer
        .path("objects")
        .valueStream()
        .map(one -> new Settled(new ManifestObject(one.path("object")).key(), one))
        .peek(one -> remember(one, Optional.empty(), ownership))
        .toList();
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

  private ReleaseRequest.Target target(ReleaseKey release, Duration age) {
    return new ReleaseRequest.Target(
        release.name(),
        release.namespace(),
        account,
        0,
        false,
        "",
        List.of(),
        Math.max(1, age.toMillis()),
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
