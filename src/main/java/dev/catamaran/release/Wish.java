package dev.catamaran.release;

/** What a primary wants of its release at present; its annotations decide. */
public sealed interface Wish {

  /** What its spec describes. */
  record FollowSpec() implements Wish {}

  /** What its spec describes, made anew at once whether or not it seems to be there. */
  record NewRevision() implements Wish {}

  /** The objects of that revision, whatever the spec says. */
  record StayAt(int revision) implements Wish {}

  /** To be left alone. */
  record Paused() implements Wish {}
}
