package dev.catamaran.bench;

import dev.catamaran.bench.Measurement.Outcome;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/** The measurements of a run, until now. */
record Results(Machine machine, List<Measurement> measurements) {

  /** The measurements of one phase of one contender, in the order of the rounds. */
  private Stream<Measurement> of(Contender contender, int size, Phase phase) {
    return measurements.stream()
        .filter(found -> found.contender().equals(contender.title()))
        .filter(found -> found.size() == size)
        .filter(found -> found.phase().equals(phase.name()));
  }

  /** How many releases there were, in ascending order. */
  List<Integer> sizes() {
    return measurements.stream().map(Measurement::size).distinct().sorted().toList();
  }

  /** The contenders with a measurement of this size. */
  List<Contender> contenders(int size) {
    return Contender.all().stream()
        .filter(
            contender ->
                measurements.stream()
                    .anyMatch(
                        found ->
                            found.contender().equals(contender.title()) && found.size() == size))
        .toList();
  }

  /** Whether the contender did this phase, or failed in it. */
  boolean has(Contender contender, int size, Phase phase) {
    return of(contender, size, phase).findAny().isPresent();
  }

  /** The first failure of this phase. */
  Optional<String> failure(Contender contender, int size, Phase phase) {
    return of(contender, size, phase)
        .flatMap(found -> Stream.ofNullable(found.failure()))
        .findFirst();
  }

  /** The median of a figure over the rounds; empty if no round has it. */
  OptionalDouble median(Contender contender, int size, Phase phase, Column column) {
    return median(
        of(contender, size, phase)
            .flatMap(found -> found.succeeded().stream())
            .map(column.figure())
            .flatMap(figure -> figure.stream().boxed()));
  }

  /** The median over the rounds of the ratio of a figure of two contenders in the same round. */
  OptionalDouble ratio(Contender contender, Contender other, int size, Phase phase, Column column) {
    return median(
        of(contender, size, phase)
            .flatMap(
                mine ->
                    of(other, size, phase)
                        .filter(theirs -> theirs.round() == mine.round())
                        .flatMap(theirs -> ratio(mine, theirs, column).stream().boxed())));
  }

  /** The median over the rounds of a part of the outcomes, such as one kind of request. */
  OptionalDouble median(
      Contender contender, int size, Phase phase, ToDoubleFunction<Outcome> figure) {
    return median(
        of(contender, size, phase)
            .flatMap(found -> found.succeeded().stream())
            .map(figure::applyAsDouble));
  }

  /** All outcomes of this phase. */
  List<Outcome> outcomes(Contender contender, int size, Phase phase) {
    return of(contender, size, phase).flatMap(found -> found.succeeded().stream()).toList();
  }

  private static OptionalDouble ratio(Measurement mine, Measurement theirs, Column column) {
    var a = figure(mine, column);
    var b = figure(theirs, column);
    return a.isPresent() && b.isPresent() && b.getAsDouble() != 0
        ? OptionalDouble.of(a.getAsDouble() / b.getAsDouble())
        : OptionalDouble.empty();
  }

  private static OptionalDouble figure(Measurement measurement, Column column) {
    return measurement.succeeded().map(column.figure()).orElse(OptionalDouble.empty());
  }

  private static OptionalDouble median(Stream<Double> figures) {
    var sorted = figures.sorted().toList();
    int count = sorted.size();
    return count == 0
        ? OptionalDouble.empty()
        : OptionalDouble.of((sorted.get((count - 1) / 2) + sorted.get(count / 2)) / 2);
  }
}
