package dev.catamaran.release;

/**
 * Cause of an engine failure, as far as the next step depends on it.
 *
 * @param message Helm's, in readable form
 * @see EngineException
 */
public record EngineFailure(Kind kind, String message) {

  /** What happened, from which the outcome follows. */
  public enum Kind {
    /**
     * The chart could not be rendered, or its values do not meet its schema; the message names the
     * template and line.
     */
    UNRENDERABLE(true),
    /** Another operation holds the release; only a later retry helps. */
    LOCKED(false),
    /**
     * The call has no result: it takes longer than a pass waits and still runs, or it ended with
     * the lease. A pending revision may be stored; a later pass sees it.
     */
    UNFINISHED(false),
    /**
     * The operator ended the call: its primary is being deleted, or has a newer spec. A failed
     * revision is stored.
     */
    GIVEN_UP(false),
    /**
     * The engine ended during the call. A pending revision may be stored. A retry at once is safe:
     * it runs in a process apart.
     */
    ENDED(false),
    /** The API server could not be reached, or could not do its work. */
    UNREACHABLE(false),
    /** A right is missing; the message names verb and resource. */
    FORBIDDEN(false),
    /** The namespace of the release, or of one of its objects, does not exist. */
    NAMESPACE_MISSING(false),
    /** The namespace of the release, or of one of its objects, is being deleted. */
    NAMESPACE_TERMINATING(false),
    /**
     * Something that is not part of the input stands in the way, and may go away: a quota, an
     * admission policy or webhook, a missing class or account, a kind that nobody serves yet, an
     * object of another owner.
     */
    IN_THE_WAY(false),
    /** The revision does not fit into its Secret; nothing was changed. */
    TOO_LARGE(true),
    /**
     * The release would have an object where it may have none, or a text of its values makes one;
     * nothing was changed.
     */
    UNCONFINED(true),
    /**
     * The API server refuses the content of an object, as a dry run shows; nothing was changed, and
     * no revision is stored.
     */
    INVALID(true),
    /** Any other refusal by the API server or Helm. */
    REJECTED(true);

    private final boolean blamesTheInput;

    Kind(boolean blamesTheInput) {
      this.blamesTheInput = blamesTheInput;
    }

    /** Returns a failure of this kind. */
    public EngineFailure of(String message) {
      return new EngineFailure(this, message);
    }
  }

  /**
   * Whether Helm or the API server rejected the input itself. Any other failure is a hindrance: the
   * same input may well succeed later.
   */
  public boolean blamesTheInput() {
    return kind.blamesTheInput;
  }
}
