package dev.catamaran.bench;

import static dev.catamaran.bench.MarkdownTable.number;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The results as Markdown: medians over the rounds. */
final class Report {
  private final Results results;

  Report(Results results) {
    this.results = results;
  }

  @Override
  public String toString() {
    return Stream.of(
            Stream.of("Machine: " + results.machine() + "\n"),
            Phases.ALL.stream().map(this::phase),
            Stream.of(requests(), goals(), failures()))
        .flatMap(part -> part)
        .collect(Collectors.joining("\n"));
  }

  private String phase(Phase phase) {
    var titles = new ArrayList<>(List.of("N", "contender"));
    phase.columns().forEach(column -> titles.add(column.title()));
    var table = new MarkdownTable(titles);
    for (var size : results.sizes()) {
      for (var contender : results.contenders(size)) {
        if (results.has(contender, size, phase)) {
          var cells = new ArrayList<>(List.of(Integer.toString(size), contender.title()));
          phase.columns().forEach(column -> cells.add(cell(contender, size, phase, column)));
          table.row(cells);
        }
      }
    }
    return "**%s**\n\n%s".formatted(phase.title(), table);
  }

  private String cell(Contender contender, int size, Phase phase, Column column) {
    var median = results.median(contender, size, phase, column);
    boolean hasFailed = median.isEmpty() && results.failure(contender, size, phase).isPresent();
    return hasFailed ? "failed" : number(median, column.decimals());
  }

  /** The requests while making the most releases that all contenders made. */
  private String requests() {
    var make = new MakePhase();
    int size =
        results.sizes().stream()
            .max(
                Comparator.<Integer>comparingInt(n -> results.contenders(n).size())
                    .thenComparing(Comparator.naturalOrder()))
            .orElse(0);
    var contenders = results.contenders(size);
    var counts = new TreeMap<String, List<OptionalDouble>>();
    contenders.stream()
        .flatMap(contender -> results.outcomes(contender, size, make).stream())
        .flatMap(outcome -> outcome.usage().requests().keySet().stream())
        .distinct()
        .forEach(
            request ->
                counts.put(
                    request,
                    contenders.stream()
                        .map(
                            contender ->
                                results.median(
                                    contender,
                                    size,
                                    make,
                                    o ->
                                        1.0
                                            * o.usage().requests().getOrDefault(request, 0)
                                            / o.operations()))
                        .toList()));
    var table =
        new MarkdownTable(
            Stream.concat(Stream.of("request"), contenders.stream().map(Contender::title))
                .toList());
    counts.forEach(
        (request, figures) ->
            table.row(
                Stream.concat(Stream.of(request), figures.stream().map(figure -> number(figure, 2)))
                    .toList()));
    return "**Requests for each release made, N = %d**\n\n%s".formatted(size, table);
  }

  private String goals() {
    var table = new MarkdownTable(List.of("goal", "N", "figure", "limit", ""));
    for (var goal : Goal.ALL) {
      for (var size : results.sizes()) {
        var figure = goal.figure(results, size);
        if (figure.isPresent()) {
          table.row(goal(goal, size, figure.getAsDouble()));
        }
      }
    }
    return "**Goals of Catamaran**\n\n" + table;
  }

  private static List<String> goal(Goal goal, int size, double figure) {
    var limit = goal.limit(size);
    return List.of(
        goal.title(),
        Integer.toString(size),
        number(OptionalDouble.of(figure), 2),
        limit.isEmpty() ? "" : (goal.isAtLeast() ? "≥ " : "≤ ") + number(limit, 2),
        limit.isEmpty() ? "" : goal.isReached(figure, limit.getAsDouble()) ? "reached" : "missed");
  }

  private String failures() {
    return results.measurements().stream()
        .filter(found -> found.failure() != null)
        .map(
            found ->
                "failed: %s, N = %d, round %d, %s: %s\n"
                    .formatted(
                        found.contender(),
                        found.size(),
                        found.round(),
                        found.phase(),
                        found.failure()))
        .collect(Collectors.joining());
  }
}
