package dev.catamaran.cli;

import dev.catamaran.inspect.Requested;
import dev.catamaran.inspect.Requests;
import dev.catamaran.inspect.Target;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code catamaran reconcile}. */
@Command(
    name = "reconcile",
    description = "Make one new revision of a release now, whatever failed before.",
    footer = {"", "Example:", "  catamaran reconcile memcached/memcached-sample"})
final class Reconcile extends RequestCommand {
  @Option(
      names = "--reset-retries",
      description = "Make no new revision; only try a failed input again, with all its retries.")
  private boolean resetsRetries;

  @Override
  Requested ask(Requests requests, Target target) {
    return resetsRetries ? requests.resetRetries(target) : requests.reconcile(target);
  }
}
