package dev.catamaran.release;

import java.util.List;

/**
 * In which state a release was seen. Exactly one holds; {@link ReleaseAction#next} says what
 * follows from it.
 */
public sealed interface ReleaseState {

  /** Nothing is stored, and nothing ever was for this primary. */
  record Absent() implements ReleaseState {}

  /**
   * Nothing is stored, but this primary had a release: somebody removed its Secrets. Its objects
   * may still be there.
   */
  record Lost() implements ReleaseState {}

  /** The name is taken by a release that this primary did not make. */
  record Foreign(Revision current) implements ReleaseState {}

  /** A Go operator made it for this primary; nothing in it says yet that it is ours. */
  record Inherited(Revision current) implements ReleaseState {}

  /** An operation is under way and whoever runs it may be alive. */
  record Busy(Revision pending) implements ReleaseState {}

  /** An operation was begun and nobody is left to finish it. */
  record Abandoned(Revision pending) implements ReleaseState {}

  /** What is deployed was made from other input, or its primary was made anew. */
  record OutOfSync(Revision current) implements ReleaseState {}

  /** The newest revision was made from the present input and failed. */
  record Failed(Revision failed) implements ReleaseState {}

  /** What is deployed was made from the present input, but objects differ from its manifest. */
  record Drifted(Revision current, List<Drift> drifts) implements ReleaseState {
    /** Copies the list. */
    public Drifted {
      drifts = List.copyOf(drifts);
    }
  }

  /** All is as the primary wants it. */
  record InSync(Revision current) implements ReleaseState {}
}
