package dev.catamaran.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.catamaran.api.ManagerException;
import dev.catamaran.engine.Engine;
import dev.catamaran.kit.Readiness;
import dev.catamaran.manifest.DriftRules;
import dev.catamaran.manifest.Exemptions;
import dev.catamaran.manifest.ManifestObject;
import dev.catamaran.manifest.ObjectKey;
import dev.catamaran.release.Ending;
import dev.catamaran.release.EngineException;
import dev.catamaran.release.OwnershipMarks;
import dev.catamaran.release.PrimaryIdentity;
import dev.catamaran.release.Revision;
import dev.catamaran.wire.Limits;
import dev.catamaran.wire.SideBySide;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.net.HttpURLConnection;
import java.time.Clock;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The comparison of drift for a person, outside of an operator: reads each object of a revision
 * with one request, several at a time. It changes nothing.
 */
public final class LiveComparison {
  /** The name of an operator that nobody knows. */
  public static final String ANY_OPERATOR = "catamaran";

  private final ApiResources apis;
  private final LiveObjects live;
  private final DriftRules rules;
  private final UnreadyCauses causes;
  private final Engine engine;

  public LiveComparison(
      KubernetesClient client, ApiResources apis, DriftRules rules, Engine engine) {
    this.engine = engine;
    this.apis = apis;
    this.live = new LiveObjects(client, apis);
    this.rules = rules;
    this.causes = new UnreadyCauses(live, Clock.systemUTC());
  }

  /**
   * One object of the manifest.
   *
   * @param key its place in the cluster
   */
  public record Compared(ObjectKey key, State state) {}

  /** State of an object of the manifest. */
  public sealed interface State {
    /** It does not exist; {@code isExempt}: the rules of drift permit that. */
    record Missing(boolean isExempt) implements State {}

    /** It has done its work, and was deleted after that. */
    record Ended(Ending ending) implements State {}

    /** The API server does not serve its kind. */
    record Unserved() implements State {}

    /** The API server refuses the request. */
    record Refused() implements State {}

    /**
     * It exists.
     *
     * @param object the whole object
     * @param differing JSON pointers of the fields that a repair would change
     */
    record Found(JsonNode object, Readiness readiness, SortedSet<String> differing)
        implements State {
      public Found {
        differing = Collections.unmodifiableSortedSet(new TreeSet<>(differing));
      }
    }
  }

  /**
   * Compares all objects, in the order of the manifest.
   *
   * @param primary the owner of the release
   * @throws KubernetesClientException if the API server refuses or answers no request but a read of
   *     one object
   * @throws ManagerException if the engine does not answer
   */
  public List<Compared> of(Revision revision, PrimaryIdentity primary) {
    var exemptions = rules.in(revision.manifest(), revision.release().namespace());
    try {
      return SideBySide.ofEach(
          SideBySide.REQUESTS,
          revision.manifest().readable(),
          object -> compared(object, revision, primary, exemptions));
    } catch (EngineException e) {
      throw new ManagerException(e.failure().message());
    }
  }

  /** Whether an object is missing or differs, as far as the rules do not exempt that. */
  public boolean isDrifted(Revision revision, PrimaryIdentity primary) {
    return of(revision, primary).stream()
        .map(Compared::state)
        .anyMatch(
            state ->
                (state instanceof State.Missing(var isExempt) && !isExempt)
                    || (state instanceof State.Found found && !found.differing().isEmpty()));
  }

  /** Returns an object of a release's manifest as it is now; empty if it does not exist. */
  public Optional<JsonNode> found(ManifestObject object, String namespace) {
    return apis.locate(object.key(), namespace)
        .flatMap(live::get)
        .map(found -> Limits.mapper().valueToTree(found));
  }

  /** Returns the name of the operator in the label of the first live object of a revision. */
  public String operator(Revision revision) {
    return revision.manifest().readable().stream()
        .flatMap(object -> apis.locate(object.key(), revision.release().namespace()).stream())
        .flatMap(key -> label(key).stream())
        .findFirst()
        .orElse(ANY_OPERATOR);
  }

  /** Returns the label; empty if the object has none, or the person may not read it. */
  private Optional<String> label(ObjectKey key) {
    try {
      return live.get(key)
          .map(found -> found.getMetadata().getLabels())
          .map(labels -> labels.get(OwnershipMarks.OPERATOR_LABEL));
    } catch (KubernetesClientException e) {
      return Optional.empty();
    }
  }

  private Compared compared(
      ManifestObject object, Revision revision, PrimaryIdentity primary, Exemptions exemptions) {
    var key = apis.locate(object.key(), revision.release().namespace());
    if (key.isEmpty()) {
      return new Compared(object.key(), new State.Unserved());
    }
    try {
      return new Compared(
          key.get(),
          live.get(key.get())
              .map(found -> found(object, found, revision, primary, exemptions))
              .orElseGet(
                  () ->
                      Optional.ofNullable(revision.ended().get(key.get()))
                          .<State>map(State.Ended::new)
                          .orElseGet(() -> new State.Missing(exemptions.isExempt(object)))));
    } catch (KubernetesClientException e) {
      if (e.getCode() == HttpURLConnection.HTTP_FORBIDDEN) {
        return new Compared(key.get(), new State.Refused());
      }
      throw e;
    }
  }

  private State found(
      ManifestObject object,
      GenericKubernetesResource found,
      Revision revision,
      PrimaryIdentity primary,
      Exemptions exemptions) {
    JsonNode content = Limits.mapper().valueToTree(found);
    var descendant = Descendant.of(found);
    var ownership = new Ownership(operator(content), primary, revision.release());
    var differing =
        new Difference(engine, exemptions, ownership)
            .of(object, descendant)
            .filter(difference -> isReal(difference.patch(), descendant))
            .map(Difference.Found::fields)
            .orElseGet(TreeSet::new);
    return new State.Found(content, causes.of(descendant, true), differing);
  }

  /** The label contains the name of the operator, which a person does not give. */
  private static String operator(JsonNode object) {
    return object
        .path("metadata")
        .path("labels")
        .path(OwnershipMarks.OPERATOR_LABEL)
        .asText(ANY_OPERATOR);
  }

  /** Only the API server knows differences in notation; a dry run shows them. */
  private boolean isReal(ObjectNode patch, Descendant before) {
    try {
      var after = live.tryOut(before.key(), patch, DriftRepair.FIELD_MANAGER);
      return after.map(Descendant::of).filter(found -> found.isSameWhere(patch, before)).isEmpty();
    } catch (KubernetesClientException e) {
      // A person may have the right to read only.
      if (e.getCode() == HttpURLConnection.HTTP_FORBIDDEN) {
        return true;
      }
      throw e;
    }
  }
}
