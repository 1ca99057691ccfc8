package dev.catamaran.engine;

import com.fasterxml.jackson.annotation.JsonEnumDefaultValue;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Why a request failed (src/engine, package fault, which describes each part).
 *
 * @param reason what happened
 * @param step of the operation; null if there is none
 * @param message words of Helm, the API server or the engine
 * @param refusals answers of the API server, one for each refused object
 * @param object where it failed, if no answer of the API server says it
 * @param texts paths of values that make a structure, if they are known
 * @param asked what the templates asked of {@code .Capabilities}, with the answers
 */
public record EngineFault(
    Reason reason,
    @Nullable String step,
    String message,
    List<Refusal> refusals,
    @Nullable EngineObject object,
    List<String> texts,
    Map<String, String> asked) {

  private static final JsonMapper STORED =
      JsonMapper.builder()
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .enable(DeserializationFeature.READ_UNKNOWN_ENUM_VALUES_USING_DEFAULT_VALUE)
          .build();

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
    @JsonProperty("account-in-use")
    ACCOUNT_IN_USE,
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
    @JsonProperty("invalid")
    INVALID,
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
    @JsonProperty("endless")
    ENDLESS,
    @JsonProperty("stuck")
    STUCK,
    @JsonProperty("memory")
    MEMORY,
    /**
     * The engine ended while the request ran, whose release runs apart from now on. The engine
     * never says so itself.
     */
    @JsonProperty("ended")
    ENDED,
    /**
     * No engine runs the request: it cannot be started, or the release ends it. The engine never
     * says so itself.
     */
    @JsonProperty("not-run")
    NOT_RUN,
    @JsonProperty("other")
    @JsonEnumDefaultValue
    OTHER
  }

  /**
   * An answer of the API server that stopped the request.
   *
   * @param reason one of those about answers of the API server
   * @param object that was refused; null if unknown
   * @param verb of the request, or of the right that is missing; null if unknown
   * @param message its words; empty in a stored revision
   */
  public record Refusal(
      Reason reason, @Nullable EngineObject object, @Nullable String verb, String message) {
    /** Replaces what is missing in a text that anybody may have written. */
    public Refusal {
      reason = Objects.requireNonNullElse(reason, Reason.OTHER);
      message = Objects.requireNonNullElse(message, "");
    }
  }

  /** An object of the cluster, as far as it is known. */
  public record EngineObject(
      @Nullable String group,
      @Nullable String kind,
      @Nullable String resource,
      @Nullable String namespace,
      @Nullable String name) {}

  /** Replaces what is missing in a text that anybody may have written. */
  public EngineFault {
    reason = Objects.requireNonNullElse(reason, Reason.OTHER);
    message = Objects.requireNonNullElse(message, "");
    refusals = Stream.ofNullable(refusals).flatMap(List::stream).filter(Objects::nonNull).toList();
    texts = Stream.ofNullable(texts).flatMap(List::stream).filter(Objects::nonNull).toList();
    asked = asked == null ? Map.of() : asked;
  }

  /**
   * Reads why the operation of a stored revision failed.
   *
   * @param text the annotation; empty for none
   * @param message the words, which Helm stores elsewhere
   * @return empty for an empty text, and for a text that is no fault
   */
  public static Optional<EngineFault> stored(String text, String message) {
    try {
      return Optional.ofNullable(STORED.readValue(text, EngineFault.class))
          .map(
              found ->
                  new EngineFault(
                      found.reason(),
                      found.step(),
                      message,
                      found.refusals(),
                      found.object(),
                      found.texts(),
                      Map.of()));
    } catch (JsonProcessingException e) {
      return Optional.empty();
    }
  }

  static EngineFault ofEngine(Reason reason, String message) {
    return new EngineFault(reason, null, message, List.of(), null, List.of(), Map.of());
  }
}
