package dev.catamaran.release;

import dev.catamaran.manifest.ObjectKey;
import dev.catamaran.release.EngineFailure.Forbidden;
import dev.catamaran.release.EngineFailure.Immutable;
import dev.catamaran.release.EngineFailure.InTheWay;
import dev.catamaran.release.EngineFailure.Locked;
import dev.catamaran.release.EngineFailure.NamespaceMissing;
import dev.catamaran.release.EngineFailure.NamespaceTerminating;
import dev.catamaran.release.EngineFailure.Rejected;
import dev.catamaran.release.EngineFailure.TooLarge;
import dev.catamaran.release.EngineFailure.Unreachable;
import dev.catamaran.release.EngineFailure.Unrenderable;
import java.util.Optional;
import java.util.regex.Pattern;

/** Classifies Helm's failures by their text: a failed revision stores nothing else. Pure. */
public final class FailureText {
  /**
   * Texts of Go's templates, Helm's loader and its validation of values. A field may also be called
   * template.
   */
  private static final Pattern UNRENDERABLE =
      Pattern.compile(
          "(?<![.\\w\\]])template: |execution error at|parse error at|YAML parse error on"
              + "|error converting YAML to JSON|don't meet the specifications of the schema");

  /**
   * Helm's text at the building of objects, for which it asks the API server for schema and kinds.
   */
  private static final String BUILDING = "unable to build kubernetes objects from";

  /**
   * Text of the API server, or of etcd, about a revision's Secret that is too large (Helm,
   * secrets.go).
   */
  private static final Pattern TOO_LARGE =
      Pattern.compile(
          "create: failed to create: .*(?:data: Too long|[Rr]equest (?:entity |is )?too large"
              + "|message larger than max)",
          Pattern.DOTALL);

  /** Helm's text after a failed read or write of a revision's Secret (Helm, secrets.go). */
  private static final Pattern STORING =
      Pattern.compile(
          "(?:^|: )(?:create: failed to create|update: failed to update|list: failed to list"
              + "|query: failed to query with labels|get: failed to get|delete: failed to get release)"
              + "\\b");

  /** The API server's text for a refusal by RBAC (kubernetes, apiserver/.../responsewriters). */
  private static final Pattern FORBIDDEN =
      Pattern.compile(
          "User \"(?<user>[^\"]*)\" cannot (?<verb>\\S+) resource \"(?<resource>[^\"]+)\""
              + " in API group \"(?<group>[^\"]*)\""
              + "(?: in the namespace \"(?<namespace>[^\"]+)\")?");

  /**
   * The API server's text for a role with rights that its author lacks (kubernetes,
   * registry/rbac/validation/rule.go).
   */
  private static final Pattern ESCALATION =
      Pattern.compile(
          "user \"(?<user>[^\"]*)\" \\(groups=\\[[^]]*]\\) is attempting to grant RBAC permissions"
              + " not currently held");

  /** The API server's text for an object in a missing namespace. */
  private static final Pattern NAMESPACE_MISSING =
      Pattern.compile("namespaces \"[^\"]+\" not found");

  /** The API server's text for an object in a namespace that is being deleted. */
  private static final Pattern NAMESPACE_TERMINATING =
      Pattern.compile("in namespace \\S+ because it is being terminated");

  /** The API server's text for an unknown caller (apimachinery, api/errors). */
  private static final Pattern UNKNOWN_CALLER =
      Pattern.compile(
          "the server has asked for the client to provide credentials|(?:^|: )Unauthorized$");

  /** One of the objects that Helm could not patch (Helm, pkg/kube/client.go). */
  private static final Pattern PATCHES =
      Pattern.compile("cannot patch \"(?<name>[^\"]+)\" with kind (?<kind>[^:\\s]+): ");

  /**
   * Answers of the API server with the reason Forbidden that are not about rights, and those of
   * admission (apimachinery, api/errors; apiserver, webhook/errors); Helm's words about another's
   * object (Helm, pkg/action/validate.go); a class that does not exist, such as a StorageClass; a
   * kind that is not served (apimachinery, api/meta).
   */
  private static final Pattern IN_THE_WAY =
      Pattern.compile(
          "(?:^|[:;] |\\* )[\\w.-]+ (?:\"[^\"]*\"|of \\S+) is forbidden: "
              + "|admission webhook \"[^\"]+\" denied the request"
              + "|ValidatingAdmissionPolicy '[^']+' with binding '[^']+' denied request"
              + "|exists and cannot be imported into the current release: "
              + "|\\b\\w+class(?:\\.[\\w.]+)? \"[^\"]+\" not found"
              + "|no matches for kind \"[^\"]+\" in version ");

  private static final Pattern IMMUTABLE =
      Pattern.compile(
          " is invalid: .*(?:immutable|may not change once set|may not be changed|cannot change roleRef"
              + "|Forbidden: updates to .{1,60}? (?:are forbidden|for fields other than)"
              + "|Forbidden: \\w+ updates may not change fields other than)",
          Pattern.DOTALL);

  /** Separates two objects of one message. */
  private static final Pattern AND = Pattern.compile(" && (?=cannot patch \")");

  private FailureText() {}

  /**
   * Classifies a failure.
   *
   * @param text Helm's error, or the description of a failed {@link Revision}
   */
  public static EngineFailure classify(String text) {
    var message = HelmWords.readable(text);
    if (message.contains("another operation (install/upgrade/rollback) is in progress")) {
      return new Locked(message);
    }
    if (message.contains("Kubernetes cluster unreachable")) {
      return new Unreachable(message);
    }
    if (TOO_LARGE.matcher(message).find()) {
      return new TooLarge(
          "the release does not fit into its Secret, which holds 1 MiB; make the chart or its"
              + " values smaller, or split the chart: "
              + message);
    }
    if (UNRENDERABLE.matcher(message).find()) {
      return ServerTrouble.isInLookup(message)
          ? new Unreachable(message)
          : forbidden(message).orElseGet(() -> new Unrenderable(message));
    }
    return ServerTrouble.isIn(message) ? new Unreachable(message) : refused(message);
  }

  /**
   * Whether Helm failed because it could not patch an object of that kind and name.
   *
   * @param message of the failure
   */
  static boolean refusesPatchOf(ObjectKey key, String message) {
    return PATCHES
        .matcher(message)
        .results()
        .anyMatch(
            patch ->
                key.kind().equals(patch.group("kind")) && key.name().equals(patch.group("name")));
  }

  /** Classifies an answer of the API server to the request. */
  private static EngineFailure refused(String message) {
    if (NAMESPACE_MISSING.matcher(message).find()) {
      return new NamespaceMissing(message);
    }
    if (NAMESPACE_TERMINATING.matcher(message).find()) {
      return new NamespaceTerminating(message);
    }
    if (UNKNOWN_CALLER.matcher(message).find()) {
      return new Forbidden(message);
    }
    return forbidden(message)
        .or(() -> escalation(message))
        .or(() -> immutable(message))
        .or(() -> inTheWay(message))
        .orElseGet(() -> unexplained(message));
  }

  private static EngineFailure unexplained(String message) {
    // Of the input, only its size affects a revision's Secret.
    if (STORING.matcher(message).find()) {
      return new Unreachable(message);
    }
    return message.contains(BUILDING) ? new Unrenderable(message) : new Rejected(message);
  }

  private static Optional<EngineFailure> forbidden(String message) {
    var said = FORBIDDEN.matcher(message);
    if (!said.find()) {
      return Optional.empty();
    }
    var group = said.group("group").isEmpty() ? "" : "." + said.group("group");
    var place =
        said.group("namespace") == null
            ? "in the whole cluster"
            : "in namespace " + said.group("namespace");
    return Optional.of(
        new Forbidden(
            "%s may not %s %s%s %s; grant it that right: %s"
                .formatted(
                    said.group("user"),
                    said.group("verb"),
                    said.group("resource"),
                    group,
                    place,
                    message)));
  }

  private static Optional<EngineFailure> escalation(String message) {
    var said = ESCALATION.matcher(message);
    return said.find()
        ? Optional.of(
            new Forbidden(
                "%s may not grant rights that it does not have; grant it those rights: %s"
                    .formatted(said.group("user"), message)))
        : Optional.empty();
  }

  private static Optional<EngineFailure> inTheWay(String message) {
    return IN_THE_WAY.matcher(message).find()
        ? Optional.of(new InTheWay(message))
        : Optional.empty();
  }

  private static Optional<EngineFailure> immutable(String message) {
    for (var part : AND.split(message, -1)) {
      var patched = PATCHES.matcher(part);
      if (patched.find() && IMMUTABLE.matcher(part).find(patched.end())) {
        var kind = patched.group("kind");
        var name = patched.group("name");
        return Optional.of(
            new Immutable(
                kind,
                name,
                "%s %s has fields that cannot be changed once it is made: %s"
                    .formatted(kind, name, message)));
      }
    }
    return Optional.empty();
  }
}
