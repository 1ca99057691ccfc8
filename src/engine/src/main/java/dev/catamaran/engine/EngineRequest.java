package dev.catamaran.engine;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A request to the engine. The Go function of the same name (src/engine) describes what it does. A
 * part that is empty or null is not sent.
 */
public sealed interface EngineRequest {

  /** Returns the name of the method. */
  default String method() {
    return getClass().getSimpleName().toLowerCase(Locale.ROOT);
  }

  /**
   * What a request is about.
   *
   * @param release NAMESPACE/NAME
   * @param input what its author decides, so that another one may have another effect
   */
  record Subject(String release, Object input) {
    /** Returns the namespace of the release, with a slash. */
    String namespace() {
      return release.substring(0, release.indexOf('/') + 1);
    }
  }

  /** Returns the release that the request is about; empty if it is about none. */
  default Optional<Subject> about() {
    return switch (this) {
      case Install(var target, var rendered, var written, var application, var seen) ->
          Optional.of(new Subject(target.key(), rendered));
      case Upgrade(var target, var rendered, var written) ->
          Optional.of(new Subject(target.key(), rendered));
      case Compare(var target, var rendered, var changes, var revision, var none, var name) ->
          Optional.of(new Subject(target.key(), rendered));
      case Check check ->
          Optional.of(new Subject(check.release(), new Rendered(check.chart(), check.values())));
      case Rollback(var target, var revision, var annotations, var written) ->
          Optional.of(new Subject(target.key(), revision));
      case Test(var target) -> Optional.of(new Subject(target.key(), method()));
      case Uninstall(var target, var seen) -> Optional.of(new Subject(target.key(), method()));
      // It renders nothing: that it succeeds says nothing about the input of the release.
      case Revise ignored -> Optional.empty();
      case Same ignored -> Optional.empty();
      case Differ ignored -> Optional.empty();
      case Lease ignored -> Optional.empty();
      case Hello ignored -> Optional.empty();
      case Render ignored -> Optional.empty();
      case Lint ignored -> Optional.empty();
      case Places ignored -> Optional.empty();
      case Values ignored -> Optional.empty();
      case Definitions ignored -> Optional.empty();
      case Create ignored -> Optional.empty();
      case Open ignored -> Optional.empty();
      case Show ignored -> Optional.empty();
      case Versions ignored -> Optional.empty();
      case Evaluate ignored -> Optional.empty();
      case Pull ignored -> Optional.empty();
      case Kustomize ignored -> Optional.empty();
      case Config ignored -> Optional.empty();
      case Crd ignored -> Optional.empty();
      case Rehearse ignored -> Optional.empty();
      case HelmJava(var operation, var options) ->
          Optional.ofNullable(options.get("releaseName"))
              .or(() -> Optional.ofNullable(options.get("name")))
              .map(name -> options.getOrDefault("namespace", "") + "/" + name)
              .map(release -> new Subject(release, options));
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
    String key() {
      return namespace + "/" + release;
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
   * Answers the {@code places} of what a chart makes with its own values and these.
   *
   * @param release the name of a release; empty for words in place of its name and namespace
   * @param namespace its namespace
   */
  record Places(@JsonUnwrapped Rendered rendered, String release, String namespace)
      implements EngineRequest {}

  /**
   * A chart on disk.
   *
   * @param path folder of Chart.yaml
   * @param digest of its files, as {@link Open} answers it; other files are refused. Empty for any
   * @param annotations more annotations of Chart.yaml, which a revision stores
   */
  record Chart(String path, String digest, Map<String, String> annotations) {}

  /**
   * What a chart is rendered with.
   *
   * @param chart the chart
   * @param values all values beside the chart's own; templates see an integer as int64
   */
  record Rendered(Chart chart, JsonNode values) {}

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

  /**
   * Marks in an object's metadata.
   *
   * @param labels the labels
   * @param ownerReference the owner
   */
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
   * How a revision is written.
   *
   * @param leaveShared whether the fields of existing objects are left to others that are theirs in
   *     every cluster (src/engine/fields/shared.yaml)
   * @param left more such fields
   * @param failureAnnotation of the stored chart for the {@link EngineFault} of a failed operation
   * @param askedAnnotation of the stored chart for what the templates asked of {@code
   *     .Capabilities}
   */
  record Written(
      Changes changes,
      boolean leaveShared,
      List<Left> left,
      Seal seal,
      String failureAnnotation,
      String askedAnnotation) {}

  /**
   * Creates the first revision.
   *
   * @param application of Argo CD, whose objects it takes over; empty for none
   * @param seen the history is at least as new as this resource version; empty for the present one
   */
  record Install(
      @JsonUnwrapped Target target,
      @JsonUnwrapped Rendered rendered,
      @JsonUnwrapped Written written,
      String application,
      String seen)
      implements EngineRequest {}

  /** Creates a further revision. */
  record Upgrade(
      @JsonUnwrapped Target target,
      @JsonUnwrapped Rendered rendered,
      @JsonUnwrapped Written written)
      implements EngineRequest {}

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
      implements EngineRequest {}

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
      implements EngineRequest {}

  /** Runs the test hooks of the deployed revision. */
  record Test(@JsonUnwrapped Target target) implements EngineRequest {}

  /**
   * Deletes the objects and the history of a release; answers {@code found}.
   *
   * @param seen the history is at least as new as this resource version; empty for the present one
   */
  record Uninstall(@JsonUnwrapped Target target, String seen) implements EngineRequest {}

  /** What changes in a stored revision. */
  sealed interface Edit {
    /** Another status. */
    record Status(String status, String description) implements Edit {}

    /** Other annotations of the stored chart; an empty one is removed. */
    record Annotations(@JsonProperty("annotations") Map<String, String> annotations)
        implements Edit {}

    /** API versions of its objects, by {@code apiVersion kind namespace/name}; empty for none. */
    record Objects(Map<String, String> objects) implements Edit {}

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
      implements EngineRequest {}

  /**
   * Allows writes for so long; 0 ends it.
   *
   * @param millis the time from now
   * @param sentUnixMillis what is now: a request that arrives late must not prolong the lease
   */
  record Lease(long millis, long sentUnixMillis) implements EngineRequest {
    static Lease of(Duration left) {
      return new Lease(left.toMillis(), System.currentTimeMillis());
    }
  }

  /**
   * Answers {@code differences}: for each object a {@code patch}, and the {@code fields} that it
   * changes; neither if nothing differs. No request to the API server.
   */
  record Differ(List<Compared> objects) implements EngineRequest {}

  /**
   * A live object.
   *
   * @param wanted its manifest
   * @param before its manifest until now, whose other fields go; null for the same one
   * @param live without status
   * @param disowned uids of owners that it must not have
   * @param left JSON pointers to fields that are left as they are; an index refers to the manifest
   * @param levels how far above a change only what the manifest has stays; 0 for all that others
   *     added
   */
  record Compared(
      JsonNode wanted,
      @Nullable JsonNode before,
      JsonNode live,
      List<String> disowned,
      List<String> left,
      int levels) {}

  /** Answers versions and memory. */
  record Hello() implements EngineRequest {}

  /**
   * Renders a chart without a cluster: answers the revision with its objects and hooks, the
   * templates of the objects, the definitions in the folders crds, and what was looked up.
   *
   * @param isUpgrade what templates see
   * @param world what templates see of the cluster
   */
  record Render(
      @JsonUnwrapped Target target,
      @JsonUnwrapped Rendered rendered,
      @JsonProperty("isUpgrade") boolean isUpgrade,
      World world)
      implements EngineRequest {}

  /**
   * A cluster that is only described.
   *
   * @param kubeVersion such as {@code v1.34.4}; empty for Helm's default
   * @param apiVersions all that is served; empty for Helm's default
   * @param objects what the function lookup finds
   */
  record World(String kubeVersion, List<String> apiVersions, List<JsonNode> objects) {
    /** Helm's default version and APIs, and no objects. */
    public static final World EMPTY = new World("", List.of(), List.of());
  }

  /**
   * Checks a chart as {@code helm lint}; answers findings.
   *
   * @param path folder of the chart
   */
  record Lint(String path) implements EngineRequest {}

  /**
   * Combines values with a chart's own; answers {@code values} as its templates see them.
   *
   * @param chart the chart
   * @param values those beside the chart's own
   */
  record Values(Chart chart, JsonNode values) implements EngineRequest {}

  /**
   * Checks values against the schemas of a chart; answers {@code violations}, each with the path of
   * a value and a message, and whether it has {@code schemas}.
   *
   * @param release whose values they are, NAMESPACE/NAME; not sent
   * @param chart the chart
   * @param values those beside the chart's own
   * @param secrets texts that the engine's log must not show
   */
  record Check(@JsonIgnore String release, Chart chart, JsonNode values, List<String> secrets)
      implements EngineRequest {}

  /**
   * Reads a chart's folders crds; answers the {@code definitions} with these values, each an {@code
   * object} and whether the chart has it by its {@code own}, and whether it has {@code any} with
   * other values.
   *
   * @param chart the chart
   * @param values those beside the chart's own
   * @param overrides values of the administrator
   */
  record Definitions(Chart chart, JsonNode values, JsonNode overrides) implements EngineRequest {}

  /**
   * Writes Helm's starter chart; answers its path.
   *
   * @param name of the chart, and of its folder
   * @param folder where that is created
   */
  record Create(String name, String folder) implements EngineRequest {}

  /** Answers the names of a chart's {@code files}. */
  record Show(Chart chart) implements EngineRequest {}

  /**
   * Copies the present state of a chart; answers its {@code digest}, {@code name}, {@code version}
   * and {@code appVersion}, or all its {@code problems}.
   *
   * @param path a folder with a Chart.yaml, or a .tgz; absolute
   * @param copies where the copy is made, in a folder named by the digest
   */
  record Open(String path, String copies) implements EngineRequest {}

  /**
   * Answers whether a revision was made from the {@code chart} and with one of these {@code
   * values}.
   *
   * @param values those beside the chart's own
   * @param stored the chart of the revision
   * @param config the values of the revision
   */
  record Same(Chart chart, List<JsonNode> values, JsonNode stored, JsonNode config)
      implements EngineRequest {}

  /**
   * Chooses a version; answers the {@code best} one. A range that is none is a bad request.
   *
   * @param range a version or a range
   * @param versions those to choose from
   */
  record Versions(String range, List<String> versions) implements EngineRequest {}

  /** Evaluates a template without data; answers its {@code text}. One in vain is a bad request. */
  record Evaluate(String template) implements EngineRequest {}

  /**
   * Downloads a chart; answers {@code path}, {@code digest} and {@code version} of its archive.
   *
   * @param address {@code oci://host/path}, or a repository if there is a name, else an archive
   * @param name of the chart in a repository; empty for none
   * @param version a version, a range, or the digest of a manifest; empty for an archive
   * @param plainHttp whether http is allowed
   * @param keyring file with the keys of which one must have signed the archive; empty for none
   * @param credentials files; the first with an entry for a host wins
   * @param folder for archives by digest; must exist
   */
  record Pull(
      String address,
      String name,
      String version,
      @JsonProperty("plainHttp") boolean plainHttp,
      String keyring,
      List<String> credentials,
      String folder)
      implements EngineRequest {}

  /**
   * Builds a folder with kustomize; answers {@code objects}, as YAML documents, and the {@code
   * namePrefix} and {@code namespace} of the folder.
   *
   * @param path of the folder
   * @param namePrefix that the objects get in place of the folder's; empty for the names of the
   *     files
   * @param namespace that the objects get; empty for the namespaces of the files
   */
  record Kustomize(String path, String namePrefix, String namespace) implements EngineRequest {}

  /**
   * Checks the folder config of a project, without a cluster; answers {@code findings}, each with a
   * {@code rule}, and the {@code definitions} of kinds.
   *
   * @param folder of the project, absolute
   * @param status schema of the status that the operator writes for charts
   */
  record Config(String folder, List<Watched> watched, Object status) implements EngineRequest {}

  /**
   * Answers the structural {@code schema} of a chart's values, and {@code notes} about what it
   * leaves open.
   *
   * @param path folder of Chart.yaml
   */
  record Crd(String path) implements EngineRequest {}

  /**
   * Begins the passes over a custom resource, for a person who wants to know what they would do.
   * Answers the {@code url} of a server that keeps writes back, and which {@code objects} and
   * {@code hooks} the passes before wrote to it.
   *
   * @param kubeconfigs as KUBECONFIG lists them
   * @param context empty for the current one
   * @param url of the server; empty for a new one
   */
  record Rehearse(List<String> kubeconfigs, String context, String url, StoredAt primary)
      implements EngineRequest {}

  /** Where an object is stored. */
  record StoredAt(String group, String resource, String namespace, String name) {}

  /** A kind of watches.yaml. */
  record Watched(String group, String version, String kind, boolean hasChart) {}

  /**
   * Carries out an operation of helm-java; answers {@code out}, the text that it expects.
   *
   * @param operation a method of its {@code HelmLib}
   * @param options the fields of that method's parameter
   */
  record HelmJava(String operation, Map<String, Object> options) implements EngineRequest {}
}
