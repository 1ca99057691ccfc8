package dev.catamaran.reconcile;

import dev.catamaran.cluster.KindClasses.OfKind;
import dev.catamaran.release.CrdPolicy;
import dev.catamaran.release.EngineOptions;
import dev.catamaran.release.EngineOptions.Step;
import dev.catamaran.release.UninstallOptions;
import dev.catamaran.status.Reasons;
import dev.catamaran.watch.GoDuration;
import dev.catamaran.watch.ValuesReference;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What a primary's annotations ask for. Those of the Go operators keep their names and their way to
 * write a boolean (helm-operator, internal/helm/controller/reconcile.go; helm-operator-plugins,
 * pkg/annotation/annotation.go; Go's strconv.ParseBool).
 */
record PrimaryAnnotations(Map<String, String> all) {
  private static final String OURS = "catamaran.dev/";
  private static final String THEIRS = "helm.sdk.operatorframework.io/";

  static final String PAUSE = OURS + "pause";
  static final String RECONCILE_AT = OURS + "reconcile-at";
  static final String RESET_AT = OURS + "reset-at";
  static final String ROLLBACK_TO = OURS + "rollback-to";
  static final String VALUES_FROM = OURS + "values-from";
  static final String UPGRADE_FORCE = THEIRS + "upgrade-force";
  static final String ROLLBACK_FORCE = THEIRS + "rollback-force";
  static final String UNINSTALL_WAIT = THEIRS + "uninstall-wait";
  static final String RECONCILE_PERIOD = THEIRS + "reconcile-period";
  private static final String DISABLE_HOOKS = "-disable-hooks";
  private static final String DESCRIPTION = "-description";

  private static final Set<String> YES = Set.of("1", "t", "T", "TRUE", "true", "True");
  private static final Set<String> NO = Set.of("0", "f", "F", "FALSE", "false", "False");
  private static final List<String> BOOLEANS =
      List.of(
          PAUSE,
          UPGRADE_FORCE,
          ROLLBACK_FORCE,
          UNINSTALL_WAIT,
          THEIRS + "install" + DISABLE_HOOKS,
          THEIRS + "upgrade" + DISABLE_HOOKS,
          THEIRS + "uninstall" + DISABLE_HOOKS);

  static PrimaryAnnotations of(OfKind primary) {
    return new PrimaryAnnotations(
        Optional.ofNullable(primary.getMetadata().getAnnotations()).orElse(Map.of()));
  }

  /**
   * Looks for values that mean nothing.
   *
   * @throws InvalidPrimaryException that names the first
   */
  void check() throws InvalidPrimaryException {
    for (var name : BOOLEANS) {
      require(name, value -> YES.contains(value) || NO.contains(value), "true or false");
    }
    require(RECONCILE_PERIOD, value -> duration(value).isPresent(), "a duration such as 1m30s");
    require(
        VALUES_FROM,
        value -> valuesReferences(value).isPresent(),
        "a list such as Secret/name, ConfigMap/name:key");
    require(ROLLBACK_TO, value -> value.matches("[1-9][0-9]{0,8}"), "the number of a revision");
  }

  boolean isPaused() {
    return isTrue(PAUSE);
  }

  /** A token: with a new one the release is made anew, once. */
  String reconcileAt() {
    return text(RECONCILE_AT);
  }

  /** A token: with a new one all retries are there again, once. */
  String resetAt() {
    return text(RESET_AT);
  }

  /** The revision that the release is to stay at. */
  OptionalInt rollbackTo() {
    return Stream.of(text(ROLLBACK_TO))
        .filter(value -> value.matches("[1-9][0-9]{0,8}"))
        .mapToInt(Integer::parseInt)
        .findFirst();
  }

  /** Where the primary has values beside its spec. */
  List<ValuesReference> valuesFrom() {
    return valuesReferences(text(VALUES_FROM)).orElse(List.of());
  }

  /** Whether an object that cannot be changed may be deleted and made again by an upgrade. */
  boolean forcesUpgrades() {
    return isTrue(UPGRADE_FORCE);
  }

  /** Whether an object that cannot be changed may be deleted and made again by a rollback. */
  boolean forcesRollbacks() {
    return isTrue(ROLLBACK_FORCE);
  }

  /** Whether the primary stays until all that it made is gone. */
  boolean waitsForUninstall() {
    return isTrue(UNINSTALL_WAIT);
  }

  /** Time between two looks at the primary. */
  Optional<Duration> period() {
    return Optional.of(text(RECONCILE_PERIOD))
        .filter(text -> !text.isEmpty())
        .flatMap(PrimaryAnnotations::duration);
  }

  EngineOptions engineOptions(CrdPolicy crds) {
    return new EngineOptions(step("install"), step("upgrade"), crds);
  }

  UninstallOptions uninstallOptions(Duration timeout) {
    return new UninstallOptions(timeout, step("uninstall").hooks());
  }

  /** In the words of whoever asked for the deletion; may be empty. */
  String uninstallDescription() {
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

  private interface Check {
    boolean accepts(String value);
  }

  private void require(String name, Check check, String allowed) throws InvalidPrimaryException {
    if (all.containsKey(name) && !check.accepts(text(name))) {
      throw new InvalidPrimaryException(
          Reasons.INVALID_ANNOTATION,
          "annotation %s: \"%s\" must be %s".formatted(name, text(name), allowed));
    }
  }

  private static Optional<List<ValuesReference>> valuesReferences(String text) {
    try {
      return Optional.of(ValuesReference.parseAll(text));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private static Optional<Duration> duration(String text) {
    try {
      return Optional.of(GoDuration.parse(text)).filter(found -> !found.isNegative());
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }
}
