package dev.catamaran.cli;

import dev.catamaran.informer.Pages;
import dev.catamaran.inspect.PrimaryKind;
import dev.catamaran.inspect.PrimaryObject;
import dev.catamaran.inspect.Scope;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Unmatched;

/**
 * {@code catamaran complete}: what the completion scripts do not know. Prints words for the last
 * argument, and nothing about a failure: a person is in the middle of a line.
 */
@Command(
    name = "complete",
    hidden = true,
    description = "Print kinds, primaries and namespaces for a completion script.")
final class Candidates extends BaseCommand {
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

  @Override
  public Integer call() {
    var line = spec().commandLine().getParseResult().originalArgs();
    var typed = line.subList(Math.min(1, line.size()), line.size());
    if (typed.size() >= 2) {
      found(typed).stream()
          .filter(word -> word.startsWith(typed.getLast()))
          .forEach(out()::println);
    }
    return 0;
  }

  /** The end of the process ends a request that takes too long. */
  private List<String> found(List<String> typed) {
    return CompletableFuture.supplyAsync(() -> look(typed), Thread::startVirtualThread)
        .completeOnTimeout(List.of(), PATIENCE.toMillis(), TimeUnit.MILLISECONDS)
        .exceptionally(failure -> List.of())
        .join();
  }

  private List<String> look(List<String> typed) {
    var current = typed.getLast();
    var previous = typed.get(typed.size() - 2);
    if (NAMESPACE.contains(previous)) {
      return cluster.reading(true, Candidates::namespaces);
    }
    if (current.startsWith("-") || takesValue(typed.getFirst(), previous)) {
      return List.of();
    }
    return cluster.reading(
        isEverywhere,
        scope ->
            kindBefore(typed)
                .map(kind -> names(scope, kind))
                .orElseGet(() -> primaries(scope, current)));
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

  private static List<String> namespaces(Scope scope) {
    return Pages.all(scope.client().namespaces()::list).stream()
        .map(namespace -> namespace.getMetadata().getName())
        .toList();
  }

  /** Returns the beginnings of {@code KIND/NAME}, or the whole words after a slash. */
  private static List<String> primaries(Scope scope, String word) {
    int slash = word.indexOf('/');
    return slash < 0
        ? kinds(scope.known())
        : names(scope, word.substring(0, slash)).stream()
            .map(name -> word.substring(0, slash + 1) + name)
            .toList();
  }

  /** The group is there where the kind alone is not clear. */
  private static List<String> kinds(List<PrimaryKind> kinds) {
    return kinds.stream()
        .map(
            kind -> {
              var name = kind.kind().toLowerCase(Locale.ROOT);
              boolean isClear = kinds.stream().filter(other -> other.isNamed(name)).count() == 1;
              return (isClear ? name : kind.qualified()) + "/";
            })
        .toList();
  }

  private static List<String> names(Scope scope, String kind) {
    return scope.list(kind).primaries().map(PrimaryObject::name).distinct().toList();
  }
}
