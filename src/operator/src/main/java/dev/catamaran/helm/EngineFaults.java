package dev.catamaran.helm;

import dev.catamaran.engine.EngineFault;
import dev.catamaran.engine.EngineFault.Reason;
import dev.catamaran.engine.EngineFault.Refusal;
import dev.catamaran.release.EngineFailure;
import dev.catamaran.release.EngineFailure.Ended;
import dev.catamaran.release.EngineFailure.Forbidden;
import dev.catamaran.release.EngineFailure.Immutable;
import dev.catamaran.release.EngineFailure.InTheWay;
import dev.catamaran.release.EngineFailure.Invalid;
import dev.catamaran.release.EngineFailure.Locked;
import dev.catamaran.release.EngineFailure.NamespaceMissing;
import dev.catamaran.release.EngineFailure.NamespaceTerminating;
import dev.catamaran.release.EngineFailure.Rejected;
import dev.catamaran.release.EngineFailure.TooLarge;
import dev.catamaran.release.EngineFailure.Unconfined;
import dev.catamaran.release.EngineFailure.Unfinished;
import dev.catamaran.release.EngineFailure.Unreachable;
import dev.catamaran.release.EngineFailure.Unrenderable;
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
      case OUT_OF_PLACE -> new Unconfined(Confining.ofPlace(fault));
      case ACCOUNT_IN_USE -> new Unconfined(Confining.ofAccount(fault));
      case STRUCTURE -> new Unconfined(Confining.ofStructure(fault));
      // A pass sees the stored revision later.
      case DEADLINE -> new Unfinished(HelmWords.readable(fault.message()));
      default -> stored(fault);
    };
  }

  static EngineFailure stored(EngineFault fault) {
    var message = HelmWords.readable(words(fault));
    return switch (fault.reason()) {
      case TEMPLATE, VALUES, UNLOADABLE, ENDLESS -> new Unrenderable(message);
      case OUT_OF_PLACE, ACCOUNT_IN_USE, STRUCTURE -> new Unconfined(message);
      case PENDING -> new Locked(message);
      case UNREACHABLE, UNAVAILABLE -> new Unreachable(message);
      case FOREIGN_OBJECT, NOT_SERVED, DENIED, FORBIDDEN, MISSING -> new InTheWay(message);
      case UNAUTHORIZED -> new Forbidden(message);
      case NO_RIGHT -> new Forbidden(decisive(fault).map(EngineFaults::right).orElse("") + message);
      case NAMESPACE_MISSING -> new NamespaceMissing(message);
      case NAMESPACE_TERMINATING -> new NamespaceTerminating(message);
      case CANCELLED, STUCK, FENCED, PANIC, NOT_RUN -> new Unfinished(message);
      case MEMORY, ENDED -> new Ended(message);
      case TOO_LARGE ->
          new TooLarge(
              "the release does not fit into its Secret, which holds 1 MiB; make the chart or its"
                  + " values smaller, or split the chart: "
                  + message);
      case IMMUTABLE -> immutable(fault, message);
      case INVALID ->
          new Invalid(
              "the API server finds an object invalid, so nothing was changed; correct the spec"
                  + " or the chart: "
                  + message);
      // Of the input, only its size affects a revision's Secret.
      case REFUSED, OTHER ->
          STORING.equals(fault.step()) ? new Unreachable(message) : new Rejected(message);
      // The time for all its waits is over: it would not end the next time either.
      case DEADLINE, BAD_REQUEST, NAME_TAKEN, NO_RELEASE, HOOK_FAILED, HOOK_DEADLINE, NOT_READY ->
          new Rejected(message);
    };
  }

  private static Optional<Refusal> decisive(EngineFault fault) {
    return fault.refusals().stream()
        .filter(refusal -> refusal.reason() == fault.reason() && refusal.object() != null)
        .findFirst();
  }

  private static EngineFailure immutable(EngineFault fault, String message) {
    return decisive(fault)
        .map(Refusal::object)
        .filter(object -> object.kind() != null && object.name() != null)
        .<EngineFailure>map(
            object ->
                new Immutable(
                    Objects.requireNonNull(object.kind()),
                    Objects.requireNonNull(object.name()),
                    "%s %s has fields that cannot be changed once it is made: %s"
                        .formatted(object.kind(), object.name(), message)))
        .orElseGet(() -> new Rejected(message));
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
