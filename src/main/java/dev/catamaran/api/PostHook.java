package dev.catamaran.api;

/** Is called after a revision was made. */
@FunctionalInterface
public interface PostHook {

  /**
   * Does what follows. Called at most once for each revision, at once when it is deployed, which is
   * before its workloads are ready; a crash of the operator in this moment loses the call.
   *
   * @throws Exception if it failed. The release stays as it is, the call is not repeated, and the
   *     primary has the condition {@code PostHookFailed} until the hooks of a later revision
   *     succeed.
   */
  void afterAction(ChartContext context, ReleaseSummary revision) throws Exception;
}
