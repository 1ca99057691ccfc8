package dev.catamaran.watch;

import dev.catamaran.api.ChartExtension;
import dev.catamaran.api.GroupVersionKind;
import dev.catamaran.chart.ChartOffer;
import dev.catamaran.chart.ValueOverride.OverrideTyping;
import dev.catamaran.kit.OperatorRuntime;
import dev.catamaran.kit.Webhook;
import dev.catamaran.manifest.IgnoreRule;
import dev.catamaran.release.AllowedPlace;
import dev.catamaran.release.CrdPolicy;
import dev.catamaran.release.RemediationPolicy;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.javaoperatorsdk.operator.api.reconciler.Reconciler;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.commons.codec.digest.DigestUtils;

/**
 * One entry of watches.yaml: an API and its source.
 *
 * @param webhooks webhooks of the kind
 * @param line first line of the entry, counted from 1; 0 for an entry that a program declares
 */
public record Watch(
    GroupVersionKind gvk, Source source, Options options, List<WebhookSource> webhooks, int line) {

  /** Makes an entry without webhooks. */
  public Watch(GroupVersionKind gvk, Source source, Options options, int line) {
    this(gvk, source, options, List.of(), line);
  }

  /** Returns the chart; empty for a kind with Java reconcilers. */
  public Optional<Source.HelmChart> chart() {
    return source instanceof Source.HelmChart chart ? Optional.of(chart) : Optional.empty();
  }

  public Watch with(List<WebhookSource> more) {
    var all = Stream.concat(webhooks.stream(), more.stream()).toList();
    return new Watch(gvk, source, options, all, line);
  }

  /** Returns an entry of a program. */
  public Watch withoutLine() {
    return new Watch(gvk, source, options, webhooks, 0);
  }

  /** Returns whether both entries reconcile primaries in the same way. */
  public boolean meansTheSame(Watch other) {
    return gvk.equals(other.gvk) && source.equals(other.source) && options.equals(other.options);
  }

  /** A kind in any version: the API server serves the same objects in each. */
  public record GroupKind(String group, String kind) {

    public static GroupKind of(GroupVersionKind gvk) {
      return new GroupKind(gvk.group(), gvk.kind());
    }
  }

  /** Origin of a kind's webhook. */
  public sealed interface WebhookSource {
    /** A class with a public constructor like that of a reconciler; the name is fully qualified. */
    record Named(String className) implements WebhookSource {}

    /** A webhook that a program made itself. */
    record Given(Webhook webhook) implements WebhookSource {}
  }

  /** Reconciler of a watch's primaries. */
  public sealed interface Source {

    /**
     * A chart, installed once for each primary.
     *
     * @param charts the chart, or the charts to choose from
     * @param values sources of the chart's values, beside the spec
     * @param watchDependentResources whether a change of a descendant triggers a pass over its
     *     primary at once
     * @param maxHistory revisions kept for each release, at least 1
     * @param gate conditions for a good revision
     * @param remediation reaction to a failed input
     * @param crds treatment of the chart's definitions
     * @param drift reaction to a changed descendant
     * @param extensions Java extensions, in order
     * @param placement placement of the releases, and the account that creates them
     * @param permissions permissions of the authors of primaries
     * @param denied annotations without effect
     * @param rollout how a changed chart reaches the primaries; empty for all at once
     */
    record HelmChart(
        ChartOffer charts,
        ValueOptions values,
        boolean watchDependentResources,
        int maxHistory,
        Gate gate,
        RemediationPolicy remediation,
        CrdPolicy crds,
        DriftOptions drift,
        List<ExtensionSource> extensions,
        Placement placement,
        Set<Permission> permissions,
        DeniedAnnotations denied,
        Optional<RolloutPolicy> rollout)
        implements Source {

      public static final int DEFAULT_MAX_HISTORY = 10;

      public HelmChart with(ExtensionSource extension) {
        return new HelmChart(
            charts,
            values,
            watchDependentResources,
            maxHistory,
            gate,
            remediation,
            crds,
            drift,
            Stream.concat(extensions.stream(), Stream.of(extension)).toList(),
            placement,
            permissions,
            denied,
            rollout);
      }
    }

    /**
     * Typed reconcilers, run in the given order.
     *
     * @param classNames fully qualified; at least one, each once
     */
    record JavaReconcilers(List<String> classNames) implements Source {}

    /**
     * Typed reconcilers that a program makes itself, run in the given order.
     *
     * @param makers at least one
     */
    record GivenReconcilers(List<Maker> makers) implements Source {}

    /** Makes a typed reconciler. */
    @FunctionalInterface
    interface Maker {
      /** Returns a new reconciler, or always the same one. */
      Reconciler<? extends HasMetadata> make(OperatorRuntime runtime);
    }

    /** Origin of a chart's extension. */
    sealed interface ExtensionSource {
      /** A class with a public constructor without parameters; the name is fully qualified. */
      record Named(String className) implements ExtensionSource {}

      /** An extension that a program made itself. */
      record Given(ChartExtension extension) implements ExtensionSource {}
    }
  }

  /**
   * Sources of a chart's values, beside the spec.
   *
   * @param from values in Secrets and ConfigMaps; a later one overrides an earlier one, and the
   *     spec overrides all
   * @param overrides key to value in {@code --set} syntax, environment variables expanded and
   *     templates evaluated, in the file's order; they override the spec
   * @param typing types of the overrides' values
   * @param variables texts that overrides take from the environment; they may be secret
   */
  public record ValueOptions(
      List<ValuesReference> from,
      Map<String, String> overrides,
      OverrideTyping typing,
      Set<String> variables) {
    public ValueOptions {
      from = List.copyOf(from);
      overrides = Collections.unmodifiableMap(new LinkedHashMap<>(overrides));
      variables = Set.copyOf(variables);
    }

    /** Makes options without texts from the environment. */
    public ValueOptions(
        List<ValuesReference> from, Map<String, String> overrides, OverrideTyping typing) {
      this(from, overrides, typing, Set.of());
    }

    /**
     * Returns a digest of the overrides, which confirms a guess of them; empty without overrides.
     */
    public String digest() {
      // Hashes have one length, so that no other keys and values make the same text.
      return overrides.isEmpty()
          ? ""
          : DigestUtils.sha256Hex(
              new TreeMap<>(overrides)
                  .entrySet().stream()
                      .map(
                          e ->
                              DigestUtils.sha256Hex(e.getKey())
                                  + DigestUtils.sha256Hex(e.getValue()))
                      .collect(Collectors.joining("", typing.name(), "")));
    }

    /** Omits the overrides' values, which may come from secrets. */
    @Override
    public String toString() {
      return "from " + from + ", overrides " + overrides.keySet();
    }
  }

  /**
   * Conditions for a good revision.
   *
   * @param readiness whether its workloads must become ready
   * @param tests whether the chart's test hooks must succeed
   * @param timeout limit for one Helm operation, and for readiness
   */
  public record Gate(boolean readiness, boolean tests, Duration timeout) {
    public static final Duration DEFAULT_TIMEOUT = Duration.ofMinutes(5);

    public boolean isDemanded() {
      return readiness || tests;
    }
  }

  /**
   * Reaction to a descendant that differs from the release's manifest.
   *
   * @param policy the reaction
   * @param ignored rules for objects and fields that are never compared
   */
  public record DriftOptions(DriftPolicy policy, List<IgnoreRule> ignored) {}

  /** Reaction to a descendant that differs from the release's manifest. */
  public enum DriftPolicy {
    /** Corrects the descendant. */
    CORRECT,
    /** Reports the drift in the status and by an Event. */
    WARN,
    /** Does nothing. */
    IGNORE
  }

  /**
   * Placement of a watch's releases, and the account that creates them.
   *
   * @param releaseName release name of each primary
   * @param targetNamespace namespace of the Helm release, and by default of its objects
   * @param serviceAccount name of the service account in the primary's namespace that creates the
   *     release; empty for the operator's own rights
   * @param places where the objects of releases may be, besides in the release's namespace
   * @param manifestValues paths of values whose texts may make objects
   */
  public record Placement(
      NameTemplate releaseName,
      NameTemplate targetNamespace,
      Optional<String> serviceAccount,
      Set<AllowedPlace> places,
      Set<String> manifestValues) {

    /** A placement without further places. */
    public Placement(
        NameTemplate releaseName, NameTemplate targetNamespace, Optional<String> serviceAccount) {
      this(releaseName, targetNamespace, serviceAccount, Set.of(), Set.of());
    }

    /** A release with the primary's name and namespace, created with the operator's rights. */
    public static final Placement DEFAULT =
        new Placement(
            NameTemplate.parse("{{ .metadata.name }}"),
            NameTemplate.parse("{{ .metadata.namespace }}"),
            Optional.empty());
  }

  /**
   * Permissions that an administrator can grant to the authors of primaries, for each kind. All are
   * denied unless watches.yaml grants them.
   */
  public enum Permission {
    /** The author may choose another service account of the primary's namespace. */
    SERVICE_ACCOUNT_OVERRIDE("allowServiceAccountOverride"),
    /** The author may adopt a release of another owner. */
    ADOPTION("allowAdoption"),
    /** The author may take values from Secrets that the primary names. */
    VALUES_FROM_SECRETS("allowValuesFromSecrets"),
    /** The author may place the release in another namespace. */
    OTHER_NAMESPACES("allowOtherNamespaces"),
    /** The author may place the primary, or its release, in the operator's own namespace. */
    OPERATOR_NAMESPACE("allowOperatorNamespace"),
    /** Releases are made with the operator's own rights, if there is no account for them. */
    OWN_RIGHTS("allowOwnRights"),
    /** Pods of a release may run with its account, or with the operator's. */
    ACCOUNT_IN_PODS("allowAccountInPods"),
    /**
     * A primary whose status says nothing about its release, such as a restored one, uses the
     * revisions that are stored for it. The author may have stored them.
     */
    UNREPORTED_REVISIONS("allowUnreportedRevisions");

    private final String option;

    Permission(String option) {
      this.option = option;
    }

    /** Returns the permission's field in watches.yaml. */
    public String option() {
      return option;
    }

    /** Returns the administrator's remedy for a refusal, for messages. */
    public String remedy() {
      return "an administrator can allow it by %s: true for this kind in watches.yaml"
          .formatted(option);
    }
  }

  /**
   * Annotations that have no effect on the primaries of a kind, by the will of an administrator.
   * They let an author keep an old release, or change how an operation works.
   *
   * @param names without their prefix, such as {@code pause}
   */
  public record DeniedAnnotations(Set<String> names) {
    public static final DeniedAnnotations NONE = new DeniedAnnotations(Set.of());

    /** Those that can be denied. */
    public static final List<String> KNOWN =
        List.of(
            "pause",
            "rollback-to",
            "rollout",
            "depends-on",
            "install-disable-hooks",
            "upgrade-disable-hooks",
            "uninstall-disable-hooks",
            "upgrade-force",
            "rollback-force",
            "values-from",
            "reconcile-period");

    private static final Set<String> PREFIXES =
        Set.of("catamaran.dev", "helm.sdk.operatorframework.io");

    public boolean deny(String annotation) {
      int slash = annotation.indexOf('/');
      return slash > 0
          && PREFIXES.contains(annotation.substring(0, slash))
          && names.contains(annotation.substring(slash + 1));
    }
  }
}
