package dev.catamaran.primary;

import dev.catamaran.cluster.PrimaryKey;
import dev.catamaran.release.CrdPolicy;
import dev.catamaran.release.EngineOptions;
import dev.catamaran.release.EngineOptions.Step;
import dev.catamaran.release.Force;
import dev.catamaran.release.HelmCall.UninstallOptions;
import dev.catamaran.release.NameRule;
import dev.catamaran.release.ReleaseOutcome;
import dev.catamaran.release.Wish;
import dev.catamaran.status.Reasons;
import dev.catamaran.status.ReleaseStatus.Answered;
import dev.catamaran.watch.GoDuration;
import dev.catamaran.watch.ValuesReference;
import dev.catamaran.watch.Watch.DeniedAnnotations;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Requests in a primary's annotations. Those of the Go operators keep their names and their syntax
 * for booleans (helm-operator, internal/helm/controller/reconcile.go; helm-operator-plugins,
 * pkg/annotation/annotation.go; Go's strconv.ParseBool).
 *
 * @param all those that have an effect, and those of other clients
 * @param ignored names of those that an administrator denies, and that ask for something
 */
public record PrimaryAnnotations(Map<String, String> all, List<String> ignored) {
  private static final String OURS = "catamaran.dev/";
  private static final String THEIRS = "helm.sdk.operatorframework.io/";

  public static final String PAUSE = OURS + "pause";
  public static final String RECONCILE_AT = OURS + "reconcile-at";
  public static final String RESET_AT = OURS + "reset-at";
  public static final String ROLLBACK_TO = OURS + "rollback-to";
  public static final String DEPENDS_ON = OURS + "depends-on";

  /** A label, so that people can select by it. */
  public static final String ROLLOUT = OURS + "rollout";

  public static final String SERVICE_ACCOUNT_NAME = OURS + "service-account-name";
  public static final String ADOPT_RELEASE = OURS + "adopt-release";
  public static final String ADOPT_APPLICATION = OURS + "adopt-application";
  public static final String VALUES_FROM = OURS + "values-from";
  static final String UPGRADE_FORCE = THEIRS + "upgrade-force";
  static final String ROLLBACK_FORCE = THEIRS + "rollback-force";
  static final String UNINSTALL_WAIT = THEIRS + "uninstall-wait";
  static final String RECONCILE_PERIOD = THEIRS + "reconcile-period";
  private static final String DISABLE_HOOKS = "-disable-hooks";

  /** Whether the delete hooks of the chart do not run. */
  public static final String UNINSTALL_DISABLE_HOOKS = THEIRS + "uninstall" + DISABLE_HOOKS;

  private static final String DESCRIPTION = "-description";

  /** A tenant with a shorter one would keep a worker busy. */
  static final Duration SHORTEST_PERIOD = Duration.ofSeconds(1);

  /**
   * Limit of the primaries that one may wait for, and of the objects that it may take values from.
   */
  public static final int MOST_REFERENCES = 100;

  /** Limit of annotations that are copied into status and revisions, in characters. */
  static final int LONGEST_TEXT = 1_000;

  /** What Argo CD accepts as the name of an Application, with its namespace or without. */
  private static final Pattern APPLICATION =
      Pattern.compile("[a-z0-9]([-a-z0-9.]*[a-z0-9])?(_[a-z0-9]([-a-z0-9.]*[a-z0-9])?)?");

  /** Limit of a quotation in a message, in characters. */
  private static final int LONGEST_QUOTE = 100;

  private static final List<String> COPIED =
      List.of(
          RECONCILE_AT,
          RESET_AT,
          THEIRS + "install" + DESCRIPTION,
          THEIRS + "upgrade" + DESCRIPTION,
          THEIRS + "uninstall" + DESCRIPTION);

  /** Those that keep a release as it is, or skip or force a part of an operation. */
  public static final List<String> OF_RELEASES =
      List.of(
          PAUSE,
          ROLLBACK_TO,
          DEPENDS_ON,
          UPGRADE_FORCE,
          ROLLBACK_FORCE,
          THEIRS + "install" + DISABLE_HOOKS,
          THEIRS + "upgrade" + DISABLE_HOOKS,
          UNINSTALL_DISABLE_HOOKS);

  private static final Set<String> YES = Set.of("1", "t", "T", "TRUE", "true", "True");
  private static final Set<String> NO = Set.of("0", "f", "F", "FALSE", "false", "False");
  private static final List<String> BOOLEANS =
      List.of(
          PAUSE,
          ADOPT_RELEASE,
          UPGRADE_FORCE,
          ROLLBACK_FORCE,
          UNINSTALL_WAIT,
          THEIRS + "install" + DISABLE_HOOKS,
          THEIRS + "upgrade" + DISABLE_HOOKS,
          UNINSTALL_DISABLE_HOOKS);

  /** None is ignored. */
  public PrimaryAnnotations(Map<String, String> all) {
    this(all, List.of());
  }

  /** Reads the annotations, and the label that asks for something, too. */
  public static PrimaryAnnotations of(ObjectMeta meta) {
    var all = new TreeMap<>(Optional.ofNullable(meta.getAnnotations()).orElse(Map.of()));
    Optional.ofNullable(meta.getLabels())
        .map(labels -> labels.get(ROLLOUT))
        .ifPresent(label -> all.put(ROLLOUT, label));
    return new PrimaryAnnotations(all);
  }

  /**
   * Returns these annotations without the denied ones: they have no effect, and no value of theirs
   * is invalid. One that asks for nothing, such as a pause that is false, is not reported.
   */
  public PrimaryAnnotations without(DeniedAnnotations denied) {
    if (all.keySet().stream().noneMatch(denied::deny)) {
      return this;
    }
    var left = new TreeMap<>(all);
    left.keySet().removeIf(denied::deny);
    var told =
        all.keySet().stream()
            .filter(denied::deny)
            .filter(name -> !text(name).isEmpty() && !NO.contains(text(name)))
            .sorted()
            .toList();
    return new PrimaryAnnotations(left, told);
  }

  /** Returns the name of an annotation without its prefix. */
  public static String shortName(String annotation) {
    return annotation.substring(annotation.indexOf('/') + 1);
  }

  /**
   * Checks the annotations for invalid values.
   *
   * @throws InvalidPrimaryException that names the first
   */
  public void check() throws InvalidPrimaryException {
    for (var name : BOOLEANS) {
      require(name, value -> YES.contains(value) || NO.contains(value), "true or false");
    }
    require(RECONCILE_PERIOD, value -> duration(value).isPresent(), "a duration such as 1m30s");
    require(
        VALUES_FROM,
        value -> parsed(value, ValuesReference::parseAll).isPresent(),
        "a list such as Secret/name, ConfigMap/name:key");
    if (valuesFrom().size() > MOST_REFERENCES) {
      throw tooMany(VALUES_FROM, valuesFrom().size(), "objects");
    }
    for (var name : COPIED) {
      require(name, value -> value.length() <= LONGEST_TEXT, "at most 1000 characters long");
    }
    require(ROLLBACK_TO, value -> rollbackTo().isPresent(), "the number of a revision");
    require(
        ADOPT_APPLICATION,
        value -> value.length() <= LONGEST_TEXT && APPLICATION.matcher(value).matches(),
        "the name of an Application of Argo CD, or NAMESPACE_NAME");
    require(SERVICE_ACCOUNT_NAME, NameRule.SERVICE_ACCOUNT::accepts, "the name of an account");
  }

  /**
   * Returns the account that makes the release, in the primary's namespace; empty for the usual
   * one.
   */
  public Optional<String> serviceAccountName() {
    return Optional.of(text(SERVICE_ACCOUNT_NAME)).filter(NameRule.SERVICE_ACCOUNT::accepts);
  }

  /** Whether the primary may adopt a release without an owner. */
  public boolean adoptsRelease() {
    return isTrue(ADOPT_RELEASE);
  }

  /** Returns the Application of Argo CD whose objects the primary may adopt; empty for none. */
  public Optional<String> adoptedApplication() {
    return Optional.of(text(ADOPT_APPLICATION)).filter(name -> !name.isEmpty());
  }

  /**
   * Returns what the primary wants of its release.
   *
   * @param answered the answered requests
   * @param lastMade the request that the newest revision answers; a crash may have come between it
   *     and the status
   */
  public Wish wish(Answered answered, String lastMade) {
    if (isPaused()) {
      return new Wish.Paused();
    }
    if (rollbackTo().isPresent()) {
      return new Wish.StayAt(rollbackTo().getAsInt());
    }
    var request = reconcileAt();
    boolean isNew =
        !request.isEmpty() && !request.equals(answered.reconcileAt()) && !request.equals(lastMade);
    return isNew ? new Wish.NewRevision() : new Wish.FollowSpec();
  }

  /** Returns the requests that are answered after {@code outcome}. */
  public Answered answered(Answered before, ReleaseOutcome outcome) {
    return before.after(outcome, reconcileAt(), resetAt());
  }

  /** Returns a token. Each new token causes one new revision. */
  public String reconcileAt() {
    return text(RECONCILE_AT);
  }

  /** Returns a token. Each new token restores all retries once. */
  String resetAt() {
    return text(RESET_AT);
  }

  /** Whether the primary requests a reset of its retries that is not answered yet. */
  public boolean asksForReset(Answered answered) {
    return !resetAt().isEmpty() && !resetAt().equals(answered.resetAt());
  }

  /** Whether the release must not change. */
  public boolean isPaused() {
    return isTrue(PAUSE);
  }

  /** Returns the annotation that holds the release whatever the spec says; empty for none. */
  public Optional<String> holder() {
    if (isPaused()) {
      return Optional.of(PAUSE);
    }
    return rollbackTo().isPresent() ? Optional.of(ROLLBACK_TO) : Optional.empty();
  }

  /** Whether the release keeps its edition. */
  public boolean holdsEdition() {
    return text(ROLLOUT).equals("hold");
  }

  /** Returns the revision that the release must stay at. */
  public OptionalInt rollbackTo() {
    return Stream.of(text(ROLLBACK_TO))
        .filter(value -> value.matches("[1-9][0-9]{0,8}"))
        .mapToInt(Integer::parseInt)
        .findFirst();
  }

  /** Returns the references to values outside of the spec. */
  public List<ValuesReference> valuesFrom() {
    return parsed(text(VALUES_FROM), ValuesReference::parseAll).orElse(List.of());
  }

  /** Returns the operations that may delete and create an object again. */
  public Force force() {
    return new Force(isTrue(UPGRADE_FORCE), isTrue(ROLLBACK_FORCE));
  }

  /** Whether the primary stays until all its objects are gone. */
  public boolean waitsForUninstall() {
    return isTrue(UNINSTALL_WAIT);
  }

  /**
   * Returns the time between two passes over the primary, at least {@link #SHORTEST_PERIOD}. Zero
   * stands for the period of the kind, as in watches.yaml.
   */
  public Optional<Duration> period() {
    return Optional.of(text(RECONCILE_PERIOD))
        .filter(text -> !text.isEmpty())
        .flatMap(PrimaryAnnotations::duration)
        .filter(period -> !period.isZero())
        .map(period -> period.compareTo(SHORTEST_PERIOD) < 0 ? SHORTEST_PERIOD : period);
  }

  /** Whether the primary waits for no others. */
  public boolean dependsOnNothing() {
    return text(DEPENDS_ON).isBlank();
  }

  /**
   * Returns the primaries that must be ready first.
   *
   * @param namespace of those that name none
   * @throws InvalidPrimaryException if one is not written as Kind.group/namespace/name, or there
   *     are more than {@link #MOST_REFERENCES}
   */
  public List<PrimaryKey> dependsOn(String namespace) throws InvalidPrimaryException {
    var found = new ArrayList<PrimaryKey>();
    for (var item : text(DEPENDS_ON).split(",", -1)) {
      if (!item.isBlank()) {
        found.add(dependency(item.strip(), namespace));
      }
    }
    if (found.size() > MOST_REFERENCES) {
      throw tooMany(DEPENDS_ON, found.size(), "custom resources");
    }
    return found;
  }

  private static PrimaryKey dependency(String text, String namespace)
      throws InvalidPrimaryException {
    var parts = text.split("/", -1);
    int dot = parts[0].indexOf('.');
    if (parts.length < 2 || parts.length > 3 || dot < 1 || parts[parts.length - 1].isEmpty()) {
      throw new InvalidPrimaryException(
          Reasons.INVALID_ANNOTATION,
          "annotation %s: \"%s\" must be Kind.group/name or Kind.group/namespace/name"
              .formatted(DEPENDS_ON, quoted(text)));
    }
    return new PrimaryKey(
        parts[0].substring(dot + 1),
        parts[0].substring(0, dot),
        parts.length == 3 ? parts[1] : namespace,
        parts[parts.length - 1]);
  }

  public EngineOptions engineOptions(CrdPolicy crds) {
    return new EngineOptions(step("install"), step("upgrade"), crds)
        .forcing(force())
        .takingOver(adoptedApplication());
  }

  public UninstallOptions uninstallOptions(Duration timeout) {
    return new UninstallOptions(timeout, step("uninstall").hooks());
  }

  /** Returns the user's reason for the deletion; may be empty. */
  public String uninstallDescription() {
    return step("uninstall").description();
  }

  private Step step(String operation) {
    return new Step(
        !isTrue(THEIRS + operation + DISABLE_HOOKS), text(THEIRS + operation + DESCRIPTION));
  }

  private boolean isTrue(String name) {
    return YES.contains(text(name));
  }

  private String text(String name) {
    return all.getOrDefault(name, "").strip();
  }

  private void require(String name, Predicate<String> check, String allowed)
      throws InvalidPrimaryException {
    if (all.containsKey(name) && !check.test(text(name))) {
      throw new InvalidPrimaryException(
          Reasons.INVALID_ANNOTATION,
          "annotation %s: \"%s\" must be %s".formatted(name, quoted(text(name)), allowed));
    }
  }

  private static InvalidPrimaryException tooMany(String name, int found, String what) {
    return new InvalidPrimaryException(
        Reasons.INVALID_ANNOTATION,
        "annotation %s: it names %d %s, and may name %d at most"
            .formatted(name, found, what, MOST_REFERENCES));
  }

  private static String quoted(String text) {
    return text.length() <= LONGEST_QUOTE ? text : text.substring(0, LONGEST_QUOTE) + "…";
  }

  private static Optional<Duration> duration(String text) {
    return parsed(text, GoDuration::parse).filter(found -> !found.isNegative());
  }

  private static <T> Optional<T> parsed(String text, Function<String, T> parse) {
    try {
      return Optional.of(parse.apply(text));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }
}
