package dev.catamaran.definition;

import java.util.Set;
import java.util.regex.Pattern;

/**
 * The place of a value, and what its key means by the conventions of charts.
 *
 * @param text keys with dots between them, and {@code []} for the items of a list; empty for all
 *     values
 * @param parent last key of the parent
 * @param key last key
 */
record ValuePath(String text, String parent, String key) {
  static final ValuePath TOP = new ValuePath("", "", "");

  private static final Set<String> AMOUNTS = Set.of("limits", "requests");
  private static final Set<String> PARTS = Set.of("maxUnavailable", "minAvailable", "maxSurge");
  private static final Set<String> ACTIONS = Set.of("httpGet", "tcpSocket");
  private static final Pattern PORT = Pattern.compile("(?:.*P|p)orts?");

  /** Fields that are integers in Kubernetes' own types, and that charts leave empty by default. */
  private static final Pattern NUMBER =
      Pattern.compile(
          "runAsUser|runAsGroup|fsGroup|replicas|replicaCount|parallelism|completions"
              + "|.*(?:Seconds|Limit|Replicas|Threshold|Count|Percentage)");

  /** Keys of values that are maps in Kubernetes' own types, or for Helm. */
  private static final Pattern MAP =
      Pattern.compile(
          "(?:.*L|l)abels|(?:.*A|a)nnotations|(?:.*S|s)elector|(?:.*A|a)ffinity|(?:.*R|r)esources"
              + "|(?:.*C|c)ontext|(?:.*S|s)trategy|(?:.*P|p)robe|limits|requests|global");

  /** Keys of values that are true or false in every chart. */
  private static final Pattern CONDITION =
      Pattern.compile(
          "enabled|enable|create|[a-z].*Enabled|enable[A-Z].*|disabled|disable[A-Z].*|automount.*|host(Network|PID|IPC)"
              + "|readOnly.*|runAsNonRoot|allowPrivilegeEscalation|privileged|debug");

  /** Returns the path of a key below. */
  ValuePath key(String below) {
    return new ValuePath(text.isEmpty() ? below : text + "." + below, key, below);
  }

  /** Returns the path of the items of a list. Their keys have the list's key as their parent. */
  ValuePath items() {
    return new ValuePath(text + "[]", parent, key);
  }

  /** Returns whether the value is an amount of processor, such as {@code 0.5} or {@code 100m}. */
  boolean isFractionalQuantity() {
    return AMOUNTS.contains(parent) && key.equals("cpu");
  }

  /**
   * Returns whether the value is an amount such as {@code 128Mi}, a part such as {@code 10%}, or
   * the name or number of a container's port.
   */
  boolean isQuantityOrPart() {
    return AMOUNTS.contains(parent)
        || PARTS.contains(key)
        || key.equals("targetPort")
        || (key.equals("port") && ACTIONS.contains(parent));
  }

  /** Returns whether the value is true or false by the conventions of charts. */
  boolean isCondition() {
    return CONDITION.matcher(key).matches();
  }

  /** Returns whether the value is the name or number of a port. */
  boolean isPort() {
    return PORT.matcher(key).matches();
  }

  /** Returns whether the value is a map, if it is not empty. */
  boolean isMapOfKubernetes() {
    return MAP.matcher(key).matches();
  }

  /** Returns whether the value is an integer, if it is not empty. */
  boolean isNumberOfKubernetes() {
    return NUMBER.matcher(key).matches() || PORT.matcher(parent).matches();
  }
}
