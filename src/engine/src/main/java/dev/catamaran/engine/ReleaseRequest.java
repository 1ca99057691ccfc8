package dev.catamaran.engine;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A request about one release, of {@link EngineRequest}'s form: what changes it or compares with
 * it, and the parts of which these consist.
 */
public sealed interface ReleaseRequest extends EngineRequest {

  @Override
  default Optional<Subject> about() {
    return switch (this) {
      case Install it -> it.target().about(it.rendered());
      case Upgrade it -> it.target().about(it.rendered());
      case Compare it -> it.target().about(it.rendered());
      case Rollback it -> it.target().about(it.revision());
      case Test it -> it.target().about(method());
      case Uninstall it -> it.target().about(method());
      // It renders nothing: that it succeeds says nothing about the input of the release.
      case Revise ignored -> Optional.empty();
      case Settle ignored -> Optional.empty();
      case Remove ignored -> Optional.empty();
    };
  }

  /**
   * The release, and who acts on it.
   *
   * @param release name of the release
   * @param namespace of the release
   * @param as service account that acts, NAMESPACE/NAME; empty for the engine's own rights
   * @param timeoutMillis limit of each wait, for one hook or for readiness
   * @param disableHooks whether no hook runs
   * @param description stored in the revision in place of Helm's text; empty for Helm's
   * @param secrets texts that the engine's log must not show
   * @param catalogMillis how old the engine's list of served kinds may be; 0 for any age
   * @param confine where its objects may be; null for anywhere
   */
  record Target(
      String release,
      String namespace,
      String as,
      long timeoutMillis,
      boolean disableHooks,
      String description,
      List<String> secrets,
      long catalogMillis,
      @Nullable Confine confine) {
    private Optional<Subject> about(Object input) {
      return Optional.of(new Subject(namespace + "/" + release, input));
    }
  }

  /**
   * Where the objects of a release may be, besides in its namespace.
   *
   * @param places those that are allowed
   * @param overrides the administrator's values: what the chart makes with them is allowed
   * @param chart the present chart, for a request that renders none; null for no other
   * @param accounts service accounts that the objects must not use
   * @param exempt paths of values of which the texts may make objects
   */
  record Confine(
      List<PlaceOf> places,
      JsonNode overrides,
      @Nullable Chart chart,
      List<AccountOf> accounts,
      List<String> exempt) {}

  /** A service account. */
  record AccountOf(String namespace, String name) {}

  /** Where objects of a kind may be: in a namespace, or without one. */
  record PlaceOf(String group, String kind, String namespace) {}

  /**
   * What the engine writes into the objects before Helm stores and applies them.
   *
   * @param owned marks of objects of these kinds; null for none
   * @param kinds such as {@code apps/v1 Deployment}
   * @param former labels that mark an owner; a rollback removes the marks of other owners
   * @param scales replicas to keep
   */
  record Changes(
      @Nullable Marks owned, List<String> kinds, List<String> former, List<Scale> scales) {}

  /** Marks in an object's metadata. */
  record Marks(Map<String, String> labels, JsonNode ownerReference) {}

  /**
   * A field of existing objects that is left to others. A text that is empty applies to all.
   *
   * @param kinds such as {@code apps/Deployment}, with {@code *} for all groups
   * @param name a regular expression
   * @param labels a selector for the labels in the manifest
   * @param path JSON pointer to the field; {@code *} for any field or item, {@code **} for any path
   * @param when the case, as in src/engine/fields
   */
  record Left(List<String> kinds, String name, String labels, String path, String when) {}

  /**
   * The present replicas of an object.
   *
   * @param field JSON pointer to the field with the number
   */
  record Scale(String kind, String namespace, String name, String field, int replicas) {}

  /**
   * Signs a revision in its first write.
   *
   * @param seed Ed25519 key, in Base64
   * @param annotation of the stored chart for the signature
   * @param annotations of the stored chart that are signed too
   */
  record Seal(String seed, String annotation, List<String> annotations) {
    /** Hides the key. */
    @Override
    public String toString() {
      return "Seal[" + annotation + "]";
    }
  }

  /**
   * A deleted revision.
   *
   * @param began second in which its Secret was made, since 1970
   */
  record Forgotten(String manifest, long began) {}

  /**
   * How a revision is written.
   *
   * @param leaveShared whether the fields of existing objects are left to others that are theirs in
   *     every cluster (src/engine/fields/shared.yaml)
   * @param left more such fields
   * @param remake whether an object of the release that cannot be changed is deleted and made again
   * @param forgotten revisions that were deleted for it; what only they made goes
   * @param failureAnnotation of the stored chart for the {@link EngineFault} of a failed operation
   * @param askedAnnotation of the stored chart for what the templates asked of {@code
   *     .Capabilities}
   */
  record Written(
      Changes changes,
      boolean leaveShared,
      List<Left> left,
      boolean remake,
      List<Forgotten> forgotten,
      Seal seal,
      String failureAnnotation,
      String askedAnnotation) {}

  /**
   * Creates the first revision; answers its {@code secret}, and whether it {@code defines} kinds.
   *
   * @param crds {@code create} for missing objects of the chart's folders crds, {@code replace}
   *     also for definitions that differ; empty for none
   * @param application of Argo CD, whose objects it takes over; empty for none
   * @param seen the history is at least as new as this resource version; empty for the present one
   */
  record Install(
      @JsonUnwrapped Target target,
      @JsonUnwrapped Rendered rendered,
      @JsonUnwrapped Written written,
      String crds,
      String application,
      String seen)
      implements ReleaseRequest {}

  /**
   * Creates a further revision; answers whether it {@code defines} kinds.
   *
   * @param crds as for an installation
   */
  record Upgrade(
      @JsonUnwrapped Target target,
      @JsonUnwrapped Rendered rendered,
      @JsonUnwrapped Written written,
      String crds)
      implements ReleaseRequest {}

  /**
   * Compares what an upgrade would make with a stored revision; answers {@code same}, and what the
   * templates {@code asked}.
   *
   * @param revision its number
   * @param unrecorded whether nobody knows what it asked: then it is the same
   * @param askedAnnotation not empty
   */
  record Compare(
      @JsonUnwrapped Target target,
      @JsonUnwrapped Rendered rendered,
      Changes changes,
      int revision,
      boolean unrecorded,
      String askedAnnotation)
      implements ReleaseRequest {}

  /**
   * Creates a further revision with the objects of a stored one.
   *
   * @param revision its number
   * @param annotations written into the stored chart; an empty one is removed
   */
  record Rollback(
      @JsonUnwrapped Target target,
      int revision,
      @JsonProperty("annotations") Map<String, String> annotations,
      @JsonUnwrapped Written written)
      implements ReleaseRequest {}

  /** Runs the test hooks of the deployed revision. */
  record Test(@JsonUnwrapped Target target) implements ReleaseRequest {}

  /**
   * Deletes the objects and the history of a release; answers {@code found}.
   *
   * @param seen the history is at least as new as this resource version; empty for the present one
   * @param owner whose ownership of objects that a person keeps ends; null for nobody's
   */
  record Uninstall(@JsonUnwrapped Target target, String seen, EngineRequest.@Nullable Owner owner)
      implements ReleaseRequest {}

  /**
   * Marks, repairs and deletes objects of a release, in order; answers for each of {@code objects}
   * what became of it.
   *
   * @param owner null where no deed is about it
   */
  record Settle(@JsonUnwrapped Target target, @Nullable Owner owner, List<Deed> deeds)
      implements ReleaseRequest {}

  /**
   * What to do with one object.
   *
   * @param act what is done
   * @param object as the revision has it, with its place in the cluster
   * @param outlives whether the manifest wants it to outlive its owner
   * @param named whether all but the marks stays as it is
   * @param left JSON pointers to fields that are left as they are
   * @param create whether it is made if it is missing
   * @param which the object must be; null for any
   * @param since second in which the Secret of an attempt was made
   */
  record Deed(
      @JsonProperty("do") Act act,
      JsonNode object,
      boolean outlives,
      boolean named,
      List<String> left,
      boolean create,
      @JsonProperty("if") @Nullable Which which,
      long since) {}

  /**
   * Deletes what names an owner, wherever it is; answers {@code objects}, and why kinds could not
   * be listed as {@code unlisted}.
   *
   * @param kinds to look for, such as {@code apps/Deployment}; empty for all
   * @param namespaces to look in where the whole cluster may not be listed
   * @param look whether nothing is deleted, and the answer has what would be
   */
  record Remove(
      @JsonUnwrapped Target target,
      Owner owner,
      Collection<String> kinds,
      List<String> namespaces,
      boolean look)
      implements ReleaseRequest {}

  /** The words of src/engine/release/settle.go, which describes them. */
  enum Act {
    MARK,
    PART,
    CLAIM,
    REPAIR,
    TRY,
    DELETE
  }

  /** The same. */
  enum Which {
    RELEASE,
    ATTEMPT,
    LOST,
    DATALESS,
    STRAY,
    HOOK,
    ANY_HOOK,
    RAN
  }

  /** What changes in a stored revision. */
  sealed interface Edit {
    /** Another status. */
    record Status(String status, String description) implements Edit {}

    /** Other annotations of the stored chart; an empty one is removed. */
    record Annotations(@JsonProperty("annotations") Map<String, String> annotations)
        implements Edit {}

    /** Objects that it has no more, each {@code apiVersion kind namespace/name}. */
    record Forget(List<String> forget) implements Edit {}

    /** Annotations of the Secret, until Helm writes it. */
    record Noted(Map<String, String> noted) implements Edit {}

    /** Annotations of a revision of another operator, which then has no other owner. */
    record Inherit(@JsonProperty("annotations") Map<String, String> annotations, Origin inherited)
        implements Edit {}

    /**
     * What it was perhaps made from.
     *
     * @param values those beside the chart's own, of which it must have one
     * @param digest the annotation that it loses if it was not
     */
    record Origin(Chart chart, List<JsonNode> values, String digest) {}

    /** Its end. */
    record Delete(@JsonProperty("delete") boolean delete) implements Edit {}
  }

  /**
   * Changes a stored revision; answers whether that is {@code done}, and the {@code secret} as it
   * is then. It is not if another client has changed the revision since it was read.
   *
   * @param secret name of its Secret
   * @param version resource version of that when it was read
   * @param newest whether it must be the newest one
   * @param dryRun whether nothing is stored
   */
  record Revise(
      String release,
      String namespace,
      String secret,
      String version,
      Edit edit,
      boolean newest,
      boolean dryRun)
      implements ReleaseRequest {}
}
