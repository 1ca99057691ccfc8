package dev.catamaran.release;

import dev.catamaran.manifest.Manifest;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * One stored revision of a release, reduced to what decisions and status need.
 *
 * @param release the release it belongs to
 * @param number counts from 1
 * @param status what Helm says of it
 * @param origin whose it is and what it was made from; empty for a revision that Catamaran did not
 *     make
 * @param ownerUid uid of the object that its Secret is owned by: so the Go operators mark whose it
 *     is
 * @param writtenAt when Helm began this revision, or to uninstall it
 * @param chart name and versions of its chart
 * @param description Helm's own words for how it went, such as {@code Install complete}
 * @param notes the rendered NOTES.txt, empty if the chart has none
 * @param manifest the objects that it made
 * @param tests how the chart's tests ended
 * @param hooks the objects that its hooks made, tests excepted; most are gone again by now
 * @param digest of what it has Helm do: whose it is, manifest, hooks and notes; it stays the same
 *     whatever becomes of the revision
 * @param secrets what of the values that it was made with nobody may read in a message
 * @param version the version in which it was read
 */
public record Revision(
    ReleaseKey release,
    int number,
    RevisionStatus status,
    Optional<Origin> origin,
    Optional<String> ownerUid,
    Instant writtenAt,
    ChartVersion chart,
    String description,
    String notes,
    Tests tests,
    Manifest manifest,
    Manifest hooks,
    String digest,
    SecretTexts secrets,
    String version) {

  private static final String MARKED_FAILED = "Condemned: ";
  private static final String ABANDONED = "Abandoned while ";

  /** How the tests of a revision ended. */
  public enum Tests {
    /** The chart has none. */
    NONE,
    /** Not all of them were run. */
    NOT_RUN,
    PASSED,
    FAILED
  }

  /**
   * What Catamaran writes into a revision's chart metadata.
   *
   * @param primary whose release it is
   * @param inputDigest digest of chart, values and options
   * @param literalOf the revision whose objects these are, if it was made by a rollback
   * @param request the token of the request that it answers; empty if nobody asked
   */
  public record Origin(
      PrimaryIdentity primary, String inputDigest, OptionalInt literalOf, String request) {
    /** Of a revision that was rendered, and that nobody asked for but the spec. */
    public Origin(PrimaryIdentity primary, String inputDigest) {
      this(primary, inputDigest, OptionalInt.empty(), "");
    }
  }

  /**
   * A chart as a revision remembers it.
   *
   * @param name the chart's name
   * @param version its SemVer version
   * @param appVersion empty if the chart has none
   */
  public record ChartVersion(String name, String version, String appVersion) {}

  /** Whether {@code other} is this, and nobody has written it since. */
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
   * Whether Catamaran itself began what is under way. A person's {@code helm rollback} copies our
   * marks from the revision that it goes back to.
   */
  public boolean isBegunByOperator() {
    return origin.isPresent() && status != RevisionStatus.PENDING_ROLLBACK;
  }

  /** Whether it was made by a rollback. */
  public boolean isLiteral() {
    return origin.filter(o -> o.literalOf().isPresent()).isPresent();
  }

  /** The description of a revision that was deployed and has not passed what it had to. */
  public static String markedFailed(String why) {
    return MARKED_FAILED + why;
  }

  /** Whether it was deployed and has not passed what it had to, whatever Helm says of it by now. */
  public boolean isMarkedFailed() {
    return description.startsWith(MARKED_FAILED);
  }

  /** The description of a revision that nobody was left to finish. */
  public String abandoned() {
    return ABANDONED + status.helmName();
  }

  /**
   * Whether it failed by its input's fault, as far as it tells itself: neither by a crash, nor by
   * an API server that was away.
   */
  public boolean blamesItsInput() {
    return isMarkedFailed()
        || (!description.startsWith(ABANDONED)
            && FailureText.classify(description).blamesTheInput());
  }

  /** Whether its objects are those of revision {@code number}. */
  public boolean isCopyOf(int number) {
    return this.number == number
        || origin.map(Origin::literalOf).orElse(OptionalInt.empty()).equals(OptionalInt.of(number));
  }

  /** Whether it was made from this input. */
  public boolean madeFrom(String inputDigest) {
    return origin.map(o -> o.inputDigest().equals(inputDigest)).orElse(false);
  }
}
