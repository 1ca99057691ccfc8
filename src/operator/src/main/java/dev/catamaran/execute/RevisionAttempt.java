package dev.catamaran.execute;

import dev.catamaran.cluster.Ownership;
import dev.catamaran.release.DesiredRelease;
import dev.catamaran.release.HelmCall;
import dev.catamaran.release.ReleaseOutcome;
import dev.catamaran.release.ReleaseOutcome.FailedStep;
import dev.catamaran.release.Revision;
import dev.catamaran.release.SecretTexts;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * One Helm call that stores a revision, and the check of its result.
 *
 * @param step the step that has failed if the attempt fails
 * @param desired the release that the spec asks for
 * @param announced names the revision in the status before the call: the digest of its input, or
 *     the revision that it copies
 * @param ownership the marks that its objects must carry
 * @param secrets hidden from messages, also those of a restored revision, which may have no other
 *     source any more
 * @param call the call, which tells what it deletes; a second one of the same attempt is computed
 *     again
 * @param isMeant whether a stored revision is the result of this attempt
 * @param success the outcome with that revision
 */
record RevisionAttempt(
    FailedStep step,
    DesiredRelease desired,
    String announced,
    Ownership ownership,
    SecretTexts secrets,
    Function<Consumer<String>, HelmCall> call,
    Predicate<Revision> isMeant,
    Function<Revision, ReleaseOutcome> success) {}
