package dev.catamaran.release;

/**
 * Cause of an engine failure, as far as the next step depends on it.
 *
 * @see EngineException
 */
public sealed interface EngineFailure {
  /** Returns Helm's message, in readable form. */
  String message();

  /**
   * The chart could not be rendered, or its values do not meet its schema; the message names the
   * template and line.
   */
  record Unrenderable(String message) implements EngineFailure {}

  /** Another operation holds the release; only a later retry helps. */
  record Locked(String message) implements EngineFailure {}

  /**
   * The call has no result: it takes longer than a pass waits and still runs, or it ended with the
   * lease. A pending revision may be stored; a later pass sees it.
   */
  record Unfinished(String message) implements EngineFailure {}

  /**
   * The operator ended the call: its primary is being deleted, or has a newer spec. A failed
   * revision is stored.
   */
  record GivenUp(String message) implements EngineFailure {}

  /**
   * The engine ended during the call. A pending revision may be stored. A retry at once is safe: it
   * runs in a process apart.
   */
  record Ended(String message) implements EngineFailure {}

  /** The API server could not be reached, or could not do its work. */
  record Unreachable(String message) implements EngineFailure {}

  /**
   * The API server rejects the change of a field of an existing object.
   *
   * @param kind of the object
   * @param name of the object
   */
  record Immutable(String kind, String name, String message) implements EngineFailure {}

  /** A right is missing; the message names verb and resource. */
  record Forbidden(String message) implements EngineFailure {}

  /** The namespace of the release, or of one of its objects, does not exist. */
  record NamespaceMissing(String message) implements EngineFailure {}

  /** The namespace of the release, or of one of its objects, is being deleted. */
  record NamespaceTerminating(String message) implements EngineFailure {}

  /**
   * Something that is not part of the input stands in the way, and may go away: a quota, an
   * admission policy or webhook, a missing class or account, a kind that nobody serves yet, an
   * object of another owner.
   */
  record InTheWay(String message) implements EngineFailure {}

  /** The revision does not fit into its Secret; nothing was changed. */
  record TooLarge(String message) implements EngineFailure {}

  /**
   * The release would have an object where it may have none, or a text of its values makes one;
   * nothing was changed.
   */
  record Unconfined(String message) implements EngineFailure {}

  /**
   * The API server refuses the content of an object, as a dry run shows; nothing was changed, and
   * no revision is stored.
   */
  record Invalid(String message) implements EngineFailure {}

  /** Any other refusal by the API server or Helm. */
  record Rejected(String message) implements EngineFailure {}

  /**
   * Whether Helm or the API server rejected the input itself. Any other failure is a hindrance: the
   * same input may well succeed later.
   */
  default boolean blamesTheInput() {
    return switch (this) {
      case Unrenderable ignored -> true;
      case Rejected ignored -> true;
      case Immutable ignored -> true;
      case TooLarge ignored -> true;
      case Invalid ignored -> true;
      case Unconfined ignored -> true;
      case Locked ignored -> false;
      case Unfinished ignored -> false;
      case GivenUp ignored -> false;
      case Ended ignored -> false;
      case Unreachable ignored -> false;
      case Forbidden ignored -> false;
      case NamespaceMissing ignored -> false;
      case NamespaceTerminating ignored -> false;
      case InTheWay ignored -> false;
    };
  }
}
