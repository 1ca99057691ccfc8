package dev.catamaran.cli;

import dev.catamaran.inspect.LiveNames;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Unmatched;

/**
 * {@code catamaran complete}: what the completion scripts do not know. Prints words for the last
 * argument, and nothing about a failure: a person is in the middle of a line.
 */
@Command(
    name = "complete",
    hidden = true,
    description = "Print kinds, primaries and namespaces for a completion script.")
final class Candidates implements Callable<Integer> {
  private static final Duration PATIENCE = Duration.ofSeconds(3);

  private static final List<String> NAMESPACE = List.of("-n", "--namespace");

  @Mixin private final ClusterFlags cluster = new ClusterFlags();

  @Option(names = {"-A", "--all-namespaces"})
  private boolean isEverywhere;

  @Parameters(arity = "0..*")
  private List<String> words = List.of();

  @Unmatched
  @SuppressWarnings("UnusedVariable") // Options of the line that matter to its command alone.
  private List<String> others = List.of();

  @Spec
  @SuppressWarnings("NullAway.Init") // Set by picocli.
  private CommandSpec spec;

  @Override
  public Integer call() {
    var line = spec.commandLine().getParseResult().originalArgs();
    var typed = line.subList(Math.min(1, line.size()), line.size());
    if (typed.size() >= 2) {
      found(typed).stream()
          .filter(word -> word.startsWith(typed.getLast()))
          .forEach(spec.commandLine().getOut()::println);
    }
    return 0;
  }

  /** The end of the process ends a request that takes too long. */
  private List<String> found(List<String> typed) {
    var found = new CompletableFuture<List<String>>();
    Thread.ofPlatform()
        .daemon()
        .start(
            () -> {
              try {
                found.complete(look(typed));
              } catch (RuntimeException e) {
                found.completeExceptionally(e);
              }
            });
    try {
      return found.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return List.of();
    } catch (ExecutionException | TimeoutException e) {
      return List.of();
    }
  }

  private List<String> look(List<String> typed) {
    var current = typed.getLast();
    var previous = typed.get(typed.size() - 2);
    if (NAMESPACE.contains(previous)) {
      return cluster.reading(true, scope -> new LiveNames(scope).namespaces());
    }
    if (current.startsWith("-") || takesValue(typed.getFirst(), previous)) {
      return List.of();
    }
    return cluster.reading(
        isEverywhere,
        scope -> {
          var names = new LiveNames(scope);
          return kindBefore(typed).map(names::names).orElseGet(() -> names.primaries(current));
        });
  }

  /** Only {@code status} takes a kind, and then names. */
  private Optional<String> kindBefore(List<String> typed) {
    return typed.getFirst().equals("status") && words.size() > 2 && !words.get(1).contains("/")
        ? Optional.of(words.get(1))
        : Optional.empty();
  }

  private static boolean takesValue(String command, String option) {
    var found = Main.commandLine().getSubcommands().get(command);
    var named = found == null ? null : found.getCommandSpec().findOption(option);
    return named != null && named.arity().max() > 0;
  }
}
