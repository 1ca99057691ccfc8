package dev.catamaran.helm;

import dev.catamaran.engine.EngineFault;
import dev.catamaran.engine.EngineFault.Reason;
import dev.catamaran.engine.EngineFault.Refusal;
import dev.catamaran.release.EngineFailure;
import dev.catamaran.release.EngineFailure.Kind;
import dev.catamaran.release.HelmWords;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** What the next step needs to know of a fault of the engine. Pure. */
final class EngineFaults {
  private static final String STORING = "store";

  private EngineFaults() {}

  static EngineFailure failure(EngineFault fault) {
    return switch (fault.reason()) {
      case OUT_OF_PLACE -> Kind.UNCONFINED.of(Confining.ofPlace(fault));
      case ACCOUNT_IN_USE -> Kind.UNCONFINED.of(Confining.ofAccount(fault));
      case STRUCTURE -> Kind.UNCONFINED.of(Confining.ofStructure(fault));
      // A pass sees the stored revision later.
      case DEADLINE -> Kind.UNFINISHED.of(HelmWords.readable(fault.message()));
      default -> stored(fault);
    };
  }

  static EngineFailure stored(EngineFault fault) {
    var message = HelmWords.readable(words(fault));
    return switch (fault.reason()) {
      case TEMPLATE, VALUES, UNLOADABLE, ENDLESS -> Kind.UNRENDERABLE.of(message);
      case OUT_OF_PLACE, ACCOUNT_IN_USE, STRUCTURE -> Kind.UNCONFINED.of(message);
      case PENDING -> Kind.LOCKED.of(message);
      case UNREACHABLE, UNAVAILABLE -> Kind.UNREACHABLE.of(message);
      // Without a release: somebody uninstalled it after the pass had read its revisions.
      case FOREIGN_OBJECT, NOT_SERVED, DENIED, FORBIDDEN, MISSING, NO_RELEASE ->
          Kind.IN_THE_WAY.of(message);
      case UNAUTHORIZED -> Kind.FORBIDDEN.of(message);
      case NO_RIGHT ->
          Kind.FORBIDDEN.of(decisive(fault).map(EngineFaults::right).orElse("") + message);
      case NAMESPACE_MISSING -> Kind.NAMESPACE_MISSING.of(message);
      case NAMESPACE_TERMINATING -> Kind.NAMESPACE_TERMINATING.of(message);
      case CANCELLED, STUCK, FENCED, PANIC, NOT_RUN -> Kind.UNFINISHED.of(message);
      case MEMORY, ENDED -> Kind.ENDED.of(message);
      case TOO_LARGE ->
          Kind.TOO_LARGE.of(
              "the release does not fit into its Secret, which holds 1 MiB; make the chart or its"
                  + " values smaller, or split the chart: "
                  + message);
      case IMMUTABLE ->
          Kind.REJECTED.of(
              named(fault)
                      .map("%s has fields that cannot be changed once it is made: "::formatted)
                      .orElse("")
                  + message);
      case INVALID ->
          Kind.INVALID.of(
              "the API server finds an object invalid, so nothing was changed; correct the spec"
                  + " or the chart: "
                  + message);
      // Of the input, only its size affects a revision's Secret.
      case REFUSED, OTHER ->
          STORING.equals(fault.step()) ? Kind.UNREACHABLE.of(message) : Kind.REJECTED.of(message);
      // The time for all its waits is over: it would not end the next time either.
      case DEADLINE, BAD_REQUEST, NAME_TAKEN, HOOK_FAILED, HOOK_DEADLINE, NOT_READY ->
          Kind.REJECTED.of(message);
    };
  }

  private static Optional<Refusal> decisive(EngineFault fault) {
    return fault.refusals().stream()
        .filter(refusal -> refusal.reason() == fault.reason() && refusal.object() != null)
        .findFirst();
  }

  private static Optional<String> named(EngineFault fault) {
    return decisive(fault)
        .map(Refusal::object)
        .filter(object -> object.kind() != null && object.name() != null)
        .map(object -> object.kind() + " " + object.name());
  }

  /** A right of RBAC's own is one that the account's rights must cover (RBAC, escalation). */
  private static String right(Refusal refusal) {
    var object = Objects.requireNonNull(refusal.object());
    var verb = Objects.requireNonNullElse(refusal.verb(), "use");
    if (verb.equals("escalate") || verb.equals("bind")) {
      return "the account may not grant permissions that it does not have; grant it these permissions: ";
    }
    var group = Objects.requireNonNullElse(object.group(), "");
    var namespace = Objects.requireNonNullElse(object.namespace(), "");
    return "the permission to %s %s%s %s is missing; grant it: "
        .formatted(
            verb,
            Objects.requireNonNullElse(object.resource(), "objects"),
            group.isEmpty() ? "" : "." + group,
            namespace.isEmpty() ? "in the whole cluster" : "in namespace " + namespace);
  }

  /** Helm names no object that it could not delete. */
  private static String words(EngineFault fault) {
    return "delete".equals(fault.step()) && !fault.refusals().isEmpty()
        ? fault.refusals().stream()
            .map(EngineFaults::words)
            .collect(Collectors.joining("; ", "failed to delete release: ", ""))
        : nameless(fault).map(subject -> subject + ": ").orElse("") + fault.message();
  }

  /**
   * Returns KIND/NAME of a new object that the words do not name: the API server does not name one
   * that it cannot read, and a webhook may not either.
   */
  private static Optional<String> nameless(EngineFault fault) {
    boolean isOfInput =
        Set.of(Reason.REFUSED, Reason.INVALID, Reason.DENIED).contains(fault.reason());
    return isOfInput && !STORING.equals(fault.step())
        ? decisive(fault)
            .filter(refusal -> "create".equals(refusal.verb()))
            .map(Refusal::object)
            .filter(object -> object.kind() != null && object.name() != null)
            .filter(object -> !fault.message().contains('"' + object.name() + '"'))
            .map(object -> object.kind() + "/" + object.name())
        : Optional.empty();
  }

  private static String words(Refusal refusal) {
    return Optional.ofNullable(refusal.object())
        .map(object -> object.kind() + "/" + object.name() + ": " + refusal.message())
        .orElse(refusal.message());
  }
}
