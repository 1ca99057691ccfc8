package dev.catamaran.api;

/** Hook that runs after the creation of a revision. */
@FunctionalInterface
public interface PostHook {

  /**
   * Runs after a deployment. Called at most once for each revision, immediately after its
   * deployment, which is before its workloads are ready. A crash of the operator at this moment
   * loses the call.
   *
   * @throws Exception if the hook failed. The release is unchanged, the call is not repeated, and
   *     the primary has the condition {@code PostHookFailed} until the hooks of a later revision
   *     succeed.
   */
  void afterAction(ChartContext context, ReleaseSummary revision) throws Exception;
}
