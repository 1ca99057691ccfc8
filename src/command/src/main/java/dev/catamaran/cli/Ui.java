package dev.catamaran.cli;

import dev.catamaran.inspect.Scope;
import dev.catamaran.ui.Pages;
import java.time.Clock;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code catamaran ui}: what the other commands show, as pages in a browser. */
@Command(
    name = "ui",
    description =
        "Show kinds, releases and rollouts as pages in a browser on this machine, until Ctrl-C."
            + " Changes nothing; each page has the commands that do.",
    footer = {"", "Example:", "  catamaran ui --all-namespaces"},
    mixinStandardHelpOptions = true)
final class Ui extends BaseCommand {
  private static final int MOST = 65_535;

  @Mixin private final ClusterFlags cluster = new ClusterFlags();

  @Option(
      names = {"-A", "--all-namespaces"},
      description = "Show the primaries of all namespaces.")
  private boolean isEverywhere;

  @Option(
      names = "--port",
      paramLabel = "NUMBER",
      description = "Port on 127.0.0.1 (default: a free one).")
  private int port;

  @Override
  public Integer call() {
    if (port < 0 || port > MOST) {
      throw misuse("--port: %d is no port; write one up to %d, or none".formatted(port, MOST));
    }
    return cluster.in(isEverywhere, this::show);
  }

  private int show(Scope scope) {
    var pages = new Pages(scope, cluster.watches(), Clock.systemUTC());
    try (var server = pages.serve(port)) {
      print(server.url());
      new CountDownLatch(1).await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return 0;
  }
}
