package dev.catamaran.bench;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * The settings of a run.
 *
 * @param sizes how many releases, for all contenders
 * @param alone how many releases, for Catamaran alone and in the first round only
 * @param contenders in the order of their trials
 * @param phases of each trial
 * @param rounds how often all is repeated
 * @param period the reconcile period
 * @param repairs how many objects are deleted, and as many edited
 * @param output the folder of the results
 */
record Settings(
    List<Integer> sizes,
    List<Integer> alone,
    List<Contender> contenders,
    List<Phase> phases,
    int rounds,
    Duration period,
    int repairs,
    Path output) {

  /** How many periods the time at rest has. */
  static final int PERIODS = 3;

  /** From the system properties {@code bench.sizes}, {@code bench.alone} and so on. */
  static Settings given() {
    return new Settings(
        numbers("bench.sizes", "50,300"),
        numbers("bench.alone", "2000"),
        givenContenders(),
        givenPhases(),
        Integer.getInteger("bench.rounds", 2),
        Duration.ofSeconds(Integer.getInteger("bench.period", 60)),
        Integer.getInteger("bench.repairs", 100),
        Path.of(System.getProperty("bench.output", "target/bench")));
  }

  /** All trials: one contender after the other, so that all see the same times of the machine. */
  List<Slot> slots() {
    var slots = new ArrayList<Slot>();
    for (int round = 1; round <= rounds; round++) {
      for (var size : sizes) {
        for (var contender : contenders) {
          slots.add(new Slot(round, size, contender));
        }
      }
    }
    alone.forEach(size -> slots.add(new Slot(1, size, Operator.CATAMARAN)));
    return slots;
  }

  private static List<Integer> numbers(String property, String otherwise) {
    return words(System.getProperty(property, otherwise)).map(Integer::valueOf).toList();
  }

  private static List<Contender> givenContenders() {
    var given = words(System.getProperty("bench.contenders", "")).map(Contender::named).toList();
    return given.isEmpty() ? Contender.all() : given;
  }

  private static List<Phase> givenPhases() {
    var given = words(System.getProperty("bench.phases", "")).toList();
    return given.isEmpty() ? Phases.ALL : Phases.named(given);
  }

  private static Stream<String> words(String list) {
    return Arrays.stream(list.split(",")).map(String::strip).filter(word -> !word.isEmpty());
  }
}
