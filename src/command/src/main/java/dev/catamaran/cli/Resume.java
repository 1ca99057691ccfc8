package dev.catamaran.cli;

import dev.catamaran.inspect.Requested;
import dev.catamaran.inspect.Requests;
import dev.catamaran.inspect.Target;
import picocli.CommandLine.Command;

/** {@code catamaran resume}. */
@Command(
    name = "resume",
    description = "End a pause: the operator follows the spec again.",
    footer = {"", "Example:", "  catamaran resume memcached/memcached-sample"})
final class Resume extends RequestCommand {
  @Override
  Requested ask(Requests requests, Target target) {
    return requests.resume(target);
  }
}
