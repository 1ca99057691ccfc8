package dev.catamaran.engine;

import com.fasterxml.jackson.annotation.JsonEnumDefaultValue;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Why a request failed (src/engine, package fault, which describes each part).
 *
 * @param reason what happened
 * @param step of the operation; null if there is none
 * @param message words of Helm, the API server or the engine
 * @param refusals answers of the API server, one for each refused object
 * @param object where it failed, if no answer of the API server says it
 */
public record EngineFault(
    Reason reason,
    @Nullable String step,
    String message,
    List<Refusal> refusals,
    @Nullable EngineObject object) {

  /** What happened; package fault describes each. */
  public enum Reason {
    @JsonProperty("bad-request")
    BAD_REQUEST,
    @JsonProperty("unloadable")
    UNLOADABLE,
    @JsonProperty("template")
    TEMPLATE,
    @JsonProperty("values")
    VALUES,
    @JsonProperty("out-of-place")
    OUT_OF_PLACE,
    @JsonProperty("structure")
    STRUCTURE,
    @JsonProperty("not-served")
    NOT_SERVED,
    @JsonProperty("foreign-object")
    FOREIGN_OBJECT,
    @JsonProperty("pending")
    PENDING,
    @JsonProperty("name-taken")
    NAME_TAKEN,
    @JsonProperty("no-release")
    NO_RELEASE,
    @JsonProperty("refused")
    REFUSED,
    @JsonProperty("unavailable")
    UNAVAILABLE,
    @JsonProperty("unauthorized")
    UNAUTHORIZED,
    @JsonProperty("no-right")
    NO_RIGHT,
    @JsonProperty("denied")
    DENIED,
    @JsonProperty("forbidden")
    FORBIDDEN,
    @JsonProperty("namespace-missing")
    NAMESPACE_MISSING,
    @JsonProperty("namespace-terminating")
    NAMESPACE_TERMINATING,
    @JsonProperty("missing")
    MISSING,
    @JsonProperty("immutable")
    IMMUTABLE,
    @JsonProperty("too-large")
    TOO_LARGE,
    @JsonProperty("unreachable")
    UNREACHABLE,
    @JsonProperty("hook-failed")
    HOOK_FAILED,
    @JsonProperty("not-ready")
    NOT_READY,
    @JsonProperty("hook-deadline")
    HOOK_DEADLINE,
    @JsonProperty("deadline")
    DEADLINE,
    @JsonProperty("cancelled")
    CANCELLED,
    @JsonProperty("fenced")
    FENCED,
    @JsonProperty("panic")
    PANIC,
    @JsonProperty("stuck")
    STUCK,
    @JsonProperty("memory")
    MEMORY,
    /** The engine ended while the request ran. The engine never says so itself. */
    @JsonProperty("ended")
    ENDED,
    @JsonProperty("other")
    @JsonEnumDefaultValue
    OTHER
  }

  /**
   * An answer of the API server that stopped the request.
   *
   * @param object that was refused; null if unknown
   * @param message its words
   */
  public record Refusal(@Nullable EngineObject object, String message) {}

  /** An object of the cluster, as far as it is known. */
  public record EngineObject(
      @Nullable String group,
      @Nullable String kind,
      @Nullable String namespace,
      @Nullable String name) {}

  /** Replaces a missing list by an empty one. */
  public EngineFault {
    refusals = Optional.ofNullable(refusals).map(List::copyOf).orElse(List.of());
  }

  static EngineFault ofEngine(Reason reason, String message) {
    return new EngineFault(reason, null, message, List.of(), null);
  }
}
