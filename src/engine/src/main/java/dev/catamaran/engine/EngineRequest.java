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

/**
 * A request to the engine. The Go function of the same name (src/engine) describes what it does. A
 * part that is empty or null is not sent.
 */
public interface EngineRequest {

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
    return Optional.empty();
  }

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
   * @param values all values beside the chart's own; templates see an integer as int64
   */
  record Rendered(Chart chart, JsonNode values) {}

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
   * Answers {@code differences}: for each object of a release a {@code patch}, and the {@code
   * fields} that it changes; neither if nothing differs. No request to the API server.
   */
  record Differ(String release, String namespace, Owner owner, List<Compared> objects)
      implements EngineRequest {}

  /**
   * The custom resource whose release has the objects.
   *
   * @param operator value of the operator's label
   * @param namespace empty for a custom resource without one
   * @param reference the owner reference to it
   */
  record Owner(String operator, String namespace, JsonNode reference) {}

  /**
   * A live object.
   *
   * @param wanted its manifest
   * @param live without status
   * @param named whether only the marks are compared
   * @param outlives whether the manifest wants it to outlive its owner
   * @param left JSON pointers to fields that are left as they are; an index refers to the manifest
   */
  record Compared(
      JsonNode wanted, JsonNode live, boolean named, boolean outlives, List<String> left) {}

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
      @JsonUnwrapped ReleaseRequest.Target target,
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
   * Checks values against the schemas of a chart; answers {@code violations}, each with the path of
   * a value and a message, and whether it has {@code schemas}.
   *
   * @param release whose values they are, NAMESPACE/NAME; not sent
   * @param values those beside the chart's own
   * @param secrets texts that the engine's log must not show
   */
  record Check(@JsonIgnore String release, Chart chart, JsonNode values, List<String> secrets)
      implements EngineRequest {
    @Override
    public Optional<Subject> about() {
      return Optional.of(new Subject(release, new Rendered(chart, values)));
    }
  }

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
   * Checks the folder config of a project, without a cluster; answers {@code findings}, each with a
   * {@code rule}.
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
   * Answers the rules for {@code making} and for {@code seeing} the releases of a chart, the {@code
   * places} that it names itself, the kinds whose scope is {@code assumed}, and {@code notes}.
   *
   * @param overrides values of the administrator
   * @param tests whether the operator runs the chart's tests
   * @param crds what it does with the folder crds
   * @param kubeVersion of a new cluster
   * @param served kinds of a new cluster
   * @param known widely used kinds that it does not serve
   */
  record Rights(
      Chart chart,
      JsonNode overrides,
      boolean tests,
      String crds,
      String kubeVersion,
      Object served,
      Object known)
      implements EngineRequest {}

  /**
   * Begins the passes over a custom resource, for a person who wants to know what they would do.
   * Answers the {@code url} of a server that keeps writes back, and which {@code objects} and
   * {@code hooks} the passes before wrote to it.
   *
   * @param kubeconfigs as KUBECONFIG lists them
   * @param context empty for the current one
   * @param url of the server; empty for a new one
   */
  record Rehearse(
      List<String> kubeconfigs, String context, Caller caller, String url, StoredAt primary)
      implements EngineRequest {}

  /**
   * What a person says in place of a kubeconfig; each part may be empty.
   *
   * @param user to act as, in these groups
   * @param token in place of all credentials
   */
  record Caller(String user, List<String> groups, String token, String server) {
    /** Says nothing. */
    public static final Caller OF_KUBECONFIG = new Caller("", List.of(), "", "");
  }

  /** Where an object is stored. */
  record StoredAt(String group, String resource, String namespace, String name) {}

  /** A kind of watches.yaml, and the line of its entry. */
  record Watched(String group, String version, String kind, boolean hasChart, int line) {}

  /**
   * Carries out an operation of helm-java; answers {@code out}, the text that it expects.
   *
   * @param operation a method of its {@code HelmLib}
   * @param options the fields of that method's parameter
   */
  record HelmJava(String operation, Map<String, Object> options) implements EngineRequest {
    @Override
    public Optional<Subject> about() {
      return Optional.ofNullable(options.get("releaseName"))
          .or(() -> Optional.ofNullable(options.get("name")))
          .map(name -> options.getOrDefault("namespace", "") + "/" + name)
          .map(found -> new Subject(found, options));
    }
  }
}
