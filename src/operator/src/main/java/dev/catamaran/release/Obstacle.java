package dev.catamaran.release;

import dev.catamaran.manifest.ObjectKey;
import java.util.Arrays;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * An object or a kind that stood in the way of an attempt, as the failure names it.
 *
 * @param object without a name for a kind; as in a manifest: without a namespace, it is in that of
 *     the release or of the cluster; its API version is empty if the failure tells only the kind
 * @param isMissing whether the attempt needs it; else it must go or change
 */
public record Obstacle(ObjectKey object, boolean isMissing) {

  /** A text of the API server or of Helm about an object. */
  private enum Text {
    /** Kubernetes, admission/plugin/resourcequota. */
    QUOTA("(?:exceeded|failed) quota: (?<name>[\\w.-]*\\w)", "v1", "ResourceQuota", false),
    /** Kubernetes, admission/serviceaccount. */
    ACCOUNT(
        "error looking up service account (?<namespace>[\\w-]+)/(?<name>[\\w.-]*\\w)",
        "v1",
        "ServiceAccount",
        true),
    /** Kubernetes, admission/priority. */
    PRIORITY(
        "no PriorityClass with name (?<name>\\S+) was found",
        "scheduling.k8s.io/v1",
        "PriorityClass",
        true),
    /** Kubernetes, admission/runtimeclass. */
    RUNTIME("RuntimeClass \"(?<name>[^\"]+)\" not found", "node.k8s.io/v1", "RuntimeClass", true),
    /** Kubernetes, apiserver/validatingadmissionpolicy. */
    POLICY(
        "ValidatingAdmissionPolicy '(?<name>[^']+)' with binding",
        "admissionregistration.k8s.io/v1",
        "ValidatingAdmissionPolicy",
        false),
    /** The same. */
    BINDING(
        "ValidatingAdmissionPolicy '[^']+' with binding '(?<name>[^']+)' denied",
        "admissionregistration.k8s.io/v1",
        "ValidatingAdmissionPolicyBinding",
        false),
    /** Kubernetes, apimachinery/api/errors. */
    NAMESPACE("namespaces \"(?<name>[^\"]+)\" not found", "v1", "Namespace", true),
    /** Kubernetes, apimachinery/api/meta. */
    KIND("no matches for kind \"(?<kind>[^\"]+)\" in version \"(?<version>[^\"]+)\"", "", "", true),
    /** Helm, pkg/action/validate.go. */
    OTHERS(
        "(?<kind>\\w+) \"(?<name>[^\"]+)\" in namespace \"(?<namespace>[^\"]*)\""
            + " exists and cannot be imported",
        "",
        "",
        false);

    private final Pattern pattern;
    private final String apiVersion;
    private final String kind;
    private final boolean isMissing;

    Text(String pattern, String apiVersion, String kind, boolean isMissing) {
      this.pattern = Pattern.compile(pattern);
      this.apiVersion = apiVersion;
      this.kind = kind;
      this.isMissing = isMissing;
    }

    private Obstacle obstacle(MatchResult found) {
      return new Obstacle(
          new ObjectKey(
              group(found, "version", apiVersion),
              group(found, "kind", kind),
              group(found, "namespace", ""),
              group(found, "name", "")),
          isMissing);
    }

    private static String group(MatchResult found, String name, String otherwise) {
      return found.namedGroups().containsKey(name) ? found.group(name) : otherwise;
    }
  }

  /** Returns the obstacles that a failure names. */
  public static Set<Obstacle> in(String message) {
    return Arrays.stream(Text.values())
        .flatMap(text -> text.pattern.matcher(message).results().map(text::obstacle))
        .collect(Collectors.toUnmodifiableSet());
  }

  /** Whether a kind is missing, and not an object. */
  public boolean isKind() {
    return object.name().isEmpty();
  }

  /** Returns this obstacle with the full key of its object. */
  public Obstacle at(ObjectKey key) {
    return new Obstacle(key, isMissing);
  }
}
