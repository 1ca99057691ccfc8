package dev.catamaran.cli;

import dev.catamaran.inspect.Requested;
import dev.catamaran.inspect.Requests;
import dev.catamaran.inspect.Target;
import picocli.CommandLine.Command;

/** {@code catamaran pause}. */
@Command(
    name = "pause",
    description = "Suspend all changes of a release: new specs, repairs of drift, the deletion.",
    footer = {"", "Example:", "  catamaran pause memcached/memcached-sample"})
final class Pause extends RequestCommand {
  @Override
  Requested ask(Requests requests, Target target) {
    return requests.pause(target);
  }
}
