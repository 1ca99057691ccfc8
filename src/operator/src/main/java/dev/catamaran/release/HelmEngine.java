package dev.catamaran.release;

/**
 * Port to Helm: the operations on a release, each with the rights of one account. {@code
 * HelmProcess} asks the engine for them; {@code BoundedEngine} limits how long a pass waits; {@code
 * ReleaseAccess} measures.
 *
 * <p>An installation, upgrade or rollback stores one revision at most, with its signature and its
 * input in the first write, and changes objects only after that. Before, nothing was changed except
 * the definitions in its chart's folders crds. A comparison changes nothing.
 *
 * <p>After a failure, the release may have a further revision that failed, one that is pending
 * ({@code UNFINISHED}, {@code ENDED}), or none, and an overdue call goes on. {@link EngineFailure}
 * says who is to blame, and {@code EngineFailures} maps it to the outcome of the pass. {@link
 * EngineCalls.Making#end} ends an operation ({@code GIVEN_UP}). None is repeated here.
 *
 * <p>The caller owes:
 *
 * <ul>
 *   <li>one operation at a time for a release; a second one of this process fails as {@code LOCKED}
 *   <li>that the newest stored revision is the operator's own: Helm compares with it, deletes what
 *       it names, and runs its hooks
 *   <li>the announcement of a new revision in the status, before the call
 *   <li>a look at the stored revisions after each call, failed or not: they decide what happened
 * </ul>
 */
@FunctionalInterface
public interface HelmEngine {

  /**
   * Runs an operation, and blocks until its end. Two operations must not run at once for one
   * release.
   *
   * @throws EngineException if Helm refused or failed, or a test failed; a failed revision may be
   *     stored
   */
  HelmCall.Result run(HelmCall call);
}
