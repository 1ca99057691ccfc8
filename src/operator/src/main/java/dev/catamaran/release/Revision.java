package dev.catamaran.release;

import dev.catamaran.manifest.Manifest;
import dev.catamaran.manifest.ObjectKey;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Pattern;

/**
 * One stored revision of a release, reduced to the data for decisions and status.
 *
 * @param release the release it belongs to
 * @param number counts from 1
 * @param status its status in Helm
 * @param origin its primary and input; empty for a revision that Catamaran did not make
 * @param ownerUid uid of its Secret's owner: the Go operators' mark of the primary
 * @param writtenAt when Helm began this revision, or its uninstall
 * @param storedAt when the API server first stored it, before any of its objects; by its own clock,
 *     in whole seconds
 * @param chart name and versions of its chart
 * @param description Helm's own description of its result, such as {@code Install complete}
 * @param failure why the engine's operation failed; empty if it did not, if it was cut off, or if
 *     another client began it
 * @param notes the rendered NOTES.txt, empty if the chart has none
 * @param manifest the objects that it made
 * @param tests result of the chart's tests
 * @param hooks the objects of its hooks, tests excepted; most are already deleted
 * @param digest of the content that Helm acts on: owner, manifest, hooks and notes; it does not
 *     depend on the revision's later status
 * @param seal signature of the engine that stored it
 * @param secrets texts of its values that no message may show
 * @param version its resource version when it was read
 * @param ended those of its objects that have ended by design
 */
public record Revision(
    ReleaseKey release,
    int number,
    RevisionStatus status,
    Optional<Origin> origin,
    Optional<String> ownerUid,
    Instant writtenAt,
    Instant storedAt,
    ChartVersion chart,
    String description,
    Optional<EngineFailure> failure,
    String notes,
    Tests tests,
    Manifest manifest,
    Manifest hooks,
    String digest,
    Seal seal,
    SecretTexts secrets,
    String version,
    Map<ObjectKey, Ending> ended) {

  private static final String MARKED_FAILED = "Marked as failed: ";
  private static final String ABANDONED = "Abandoned while ";

  /** Helm's descriptions of a failed operation (Helm, pkg/action: upgrade.go, install.go). */
  private static final Pattern HELM_FAILED =
      Pattern.compile("(?:Upgrade|Release|Rollback) \"[^\"]*\" failed: ");

  /** Result of a revision's tests. */
  public enum Tests {
    /** The chart has none. */
    NONE,
    /** Not all of them have run. */
    NOT_RUN,
    PASSED,
    FAILED
  }

  /**
   * Catamaran's marks in a revision's chart metadata.
   *
   * @param primary the release's owner
   * @param inputDigest digest of chart, values and options, with the mark of the edition
   * @param literalOf the revision with the same objects, if this one was made by a rollback
   * @param request the token of the request that it answers; empty for none
   * @param asked what its templates asked; empty if nobody recorded it
   */
  public record Origin(
      PrimaryIdentity primary,
      String inputDigest,
      OptionalInt literalOf,
      String request,
      Optional<Asked> asked) {
    /** Origin of a revision whose templates asked nothing. */
    public Origin(
        PrimaryIdentity primary, String inputDigest, OptionalInt literalOf, String request) {
      this(primary, inputDigest, literalOf, request, Optional.of(Asked.NOTHING));
    }

    /** Origin of a revision that was rendered, and that only the spec asked for. */
    public Origin(PrimaryIdentity primary, String inputDigest) {
      this(primary, inputDigest, OptionalInt.empty(), "");
    }

    /** Returns the same of templates that asked this. */
    public Origin asking(Optional<Asked> other) {
      return new Origin(primary, inputDigest, literalOf, request, other);
    }
  }

  /**
   * The signature in a revision's first write.
   *
   * @param content what is signed: a digest of all content that Helm acts on, and of the primary
   * @param signature made with an {@link AttemptKey}; empty for none
   */
  public record Seal(String content, String signature) {
    /** Of a revision without a signature. */
    public static final Seal NONE = new Seal("", "");

    /** Whether it was made with the key. */
    public boolean isBy(String publicHalf) {
      return !signature.isEmpty() && AttemptKey.hasSigned(publicHalf, content, signature);
    }
  }

  /**
   * A chart's description in a revision.
   *
   * @param name the chart's name
   * @param version its SemVer version
   * @param appVersion empty if the chart has none
   */
  public record ChartVersion(String name, String version, String appVersion) {}

  /** Whether {@code other} is this revision, unchanged. */
  public boolean isStill(Revision other) {
    return number == other.number && version.equals(other.version);
  }

  /** Whether {@code primary} made this revision. */
  public boolean belongsTo(PrimaryIdentity primary) {
    return origin.map(o -> o.primary().sameObject(primary)).orElse(false);
  }

  /** Whether a Go operator made it for {@code primary}. */
  public boolean isInheritedBy(PrimaryIdentity primary) {
    return origin.isEmpty() && ownerUid.filter(primary.uid()::equals).isPresent();
  }

  /**
   * Whether Catamaran itself began the operation under way. A person's {@code helm rollback} copies
   * our marks from its target revision.
   */
  public boolean isBegunByOperator() {
    return origin.isPresent() && status != RevisionStatus.PENDING_ROLLBACK;
  }

  /** Whether a rollback made it. */
  public boolean isLiteral() {
    return origin.filter(o -> o.literalOf().isPresent()).isPresent();
  }

  /**
   * Returns the description of a deployed revision that did not become ready or failed its tests.
   */
  public static String markedFailed(String why) {
    return MARKED_FAILED + why;
  }

  /**
   * Whether it was deployed, and then did not become ready or failed its tests, whatever Helm's
   * status.
   */
  public boolean isMarkedFailed() {
    return description.startsWith(MARKED_FAILED);
  }

  /** Returns the description of an abandoned revision. */
  public String abandoned() {
    return ABANDONED + status.helmName();
  }

  /**
   * Whether the operation that made it did not end in success, whatever Helm's status: without a
   * deployed revision, Helm upgrades from a failed one, and then marks it as superseded.
   */
  public boolean endedInFailure() {
    return description.startsWith(ABANDONED) || HELM_FAILED.matcher(description).lookingAt();
  }

  /** Whether its input caused its failure: neither a crash nor an unreachable API server did. */
  public boolean blamesItsInput() {
    return isMarkedFailed()
        || (!description.startsWith(ABANDONED)
            && failure.map(EngineFailure::blamesTheInput).orElse(true));
  }

  /** Returns its own number; for a copy, the number of the copied revision. */
  public int restored() {
    return origin.map(Origin::literalOf).orElse(OptionalInt.empty()).orElse(number);
  }

  /** Whether its objects are those of revision {@code number}. */
  public boolean isCopyOf(int number) {
    return this.number == number
        || origin.map(Origin::literalOf).orElse(OptionalInt.empty()).equals(OptionalInt.of(number));
  }

  /** Whether it has the objects of this input. */
  public boolean madeFrom(ReleaseInput input) {
    return origin.filter(input::made).isPresent();
  }

  /** Returns the id of the edition that it was made with; empty for none. */
  public String edition() {
    return origin.map(o -> ReleaseInput.editionIn(o.inputDigest())).orElse("");
  }

  /** Whether it was made from this input, whatever its templates asked. */
  public boolean madeFrom(String inputDigest) {
    return origin.map(o -> ReleaseInput.isSame(o.inputDigest(), inputDigest)).orElse(false);
  }
}
