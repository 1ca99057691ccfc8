package dev.catamaran.rollout;

import java.time.Instant;
import java.util.Comparator;
import java.util.OptionalInt;

/**
 * A primary of a kind with a rollout, as its status reports it.
 *
 * @param name namespace and name
 * @param label value of the label that orders the primaries; empty for none
 * @param labelled index of the first wave that its labels choose; empty for none
 * @param created when it was created
 * @param keepsEdition whether it takes no part: it is paused, held by a label, or being deleted
 * @param edition id of the edition that its status reports as deployed; empty for none
 * @param stored id of the edition of its newest revision, whatever became of that; empty for none
 * @param storedAt when that was stored, by the clock of the API server
 * @param isReady whether it is ready for its present spec, with nothing on trial
 * @param readySince since when
 * @param trouble what keeps it from an edition
 * @param otherwise how its change differs from the approved plan; empty if it does not
 */
record Member(
    String name,
    String label,
    OptionalInt labelled,
    Instant created,
    boolean keepsEdition,
    String edition,
    String stored,
    Instant storedAt,
    boolean isReady,
    Instant readySince,
    Trouble trouble,
    String otherwise) {
  /**
   * What keeps a primary from an edition.
   *
   * @param edition id of the edition that fails; empty for none
   * @param isHindered whether something else stands in its way, such as a quota
   * @param isRefused whether its input is refused as it is
   * @param reason one word in CamelCase; empty while it is ready
   * @param why for people; empty while it is ready
   */
  record Trouble(
      String edition, boolean isHindered, boolean isRefused, String reason, String why) {}

  /** The order in which primaries are changed, apart from those that a label chooses. */
  static final Comparator<Member> ORDER = Comparator.comparing(Member::place);

  /** Whether its change is another than planned. */
  boolean isOther() {
    return !otherwise.isEmpty();
  }

  /** Returns its place in the order; a text, so that a rollout can store it. */
  String place() {
    return label + "\n" + name;
  }
}
