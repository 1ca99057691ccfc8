package dev.catamaran.release;

/** A primary's present wish for its release; its annotations decide. */
public sealed interface Wish {

  /** The release that its spec describes. */
  record FollowSpec() implements Wish {}

  /** A new revision of its spec at once, whether or not the release is in sync. */
  record NewRevision() implements Wish {}

  /** The objects of that revision, whatever the spec. */
  record StayAt(int revision) implements Wish {}

  /** No action on the release. */
  record Paused() implements Wish {}
}
