package dev.catamaran.simulation;

import dev.catamaran.release.RemediationPolicy.InstallRemedy;
import dev.catamaran.release.RemediationPolicy.UpgradeRemedy;
import dev.catamaran.simulation.Network.Trouble;
import dev.catamaran.simulation.Step.OfOthers;
import dev.catamaran.watch.Watch.DriftPolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Predicate;

/**
 * Random histories. A draft has a row of numbers for the settings and one for each step. The lower
 * a number, the simpler is what it chooses: a failing draft with fewer rows and lower numbers is a
 * simpler failing history.
 */
final class Histories {
  private static final int NUMBERS = 7;
  private static final int MOST_STEPS = 20;

  /** Numbers are below it. */
  private static final int RANGE = 1_000;

  private Histories() {}

  static List<int[]> draft(Random random) {
    var rows = new ArrayList<int[]>();
    for (int row = random.nextInt(MOST_STEPS) + 1; row >= 0; row--) {
      rows.add(random.ints(NUMBERS, 0, RANGE).toArray());
    }
    return rows;
  }

  static History of(List<int[]> draft) {
    var steps = draft.stream().skip(1).map(row -> step(new Choice(row))).toList();
    return new History(settings(new Choice(draft.getFirst())), steps);
  }

  /** Returns the simplest draft found that fails as {@code draft} does. */
  static List<int[]> simplest(List<int[]> draft, Predicate<List<int[]>> fails) {
    var simplest = draft;
    while (true) {
      var simpler = withLowerNumbers(withFewerRows(simplest, fails), fails);
      if (simpler.equals(simplest)) {
        return simplest;
      }
      simplest = simpler;
    }
  }

  private static List<int[]> withFewerRows(List<int[]> draft, Predicate<List<int[]>> fails) {
    var fewest = draft;
    for (int count = draft.size() / 2; count > 0; count /= 2) {
      for (int from = 1; from + count <= fewest.size(); ) {
        var fewer = new ArrayList<>(fewest);
        fewer.subList(from, from + count).clear();
        if (fails.test(fewer)) {
          fewest = fewer;
        } else {
          from++;
        }
      }
    }
    return fewest;
  }

  private static List<int[]> withLowerNumbers(List<int[]> draft, Predicate<List<int[]>> fails) {
    var lowest = draft;
    for (int row = 0; row < draft.size(); row++) {
      for (int number = 0; number < NUMBERS; number++) {
        // Halves the distance to the number, until it is the number itself.
        int value = lowest.get(row)[number];
        for (int lower = 0; lower < value; lower += Math.max(1, (value - lower) / 2)) {
          var changed = lowest.get(row).clone();
          changed[number] = lower;
          var lowered = new ArrayList<>(lowest);
          lowered.set(row, changed);
          if (fails.test(lowered)) {
            lowest = lowered;
            break;
          }
        }
      }
    }
    return lowest;
  }

  /** Chooses by the numbers of a row, one after the other. */
  private static final class Choice {
    private final int[] numbers;
    private int used;

    Choice(int[] numbers) {
      this.numbers = numbers;
    }

    /** A number from 0 on. */
    int below(int limit) {
      int number = numbers[used];
      used++;
      return number * limit / RANGE;
    }

    @SafeVarargs
    final <T> T of(T... choices) {
      return choices[below(choices.length)];
    }

    /** The index of a weight. */
    int weighted(int... weights) {
      int sum = 0;
      for (int weight : weights) {
        sum += weight;
      }
      int rest = below(sum);
      int index = 0;
      while (rest >= weights[index]) {
        rest -= weights[index];
        index++;
      }
      return index;
    }
  }

  private static Settings settings(Choice choice) {
    return new Settings(
        choice.of(InstallRemedy.values()),
        choice.of(UpgradeRemedy.values()),
        choice.of(2, 1, 0),
        choice.of(3, 2, 1),
        choice.of(DriftPolicy.values()),
        choice.of(false, true));
  }

  private static Step step(Choice choice) {
    return switch (choice.weighted(30, 25, 12, 12, 3, 4, 3, 1)) {
      case 0 -> new Step.Pass(1 + choice.below(4), late(choice));
      case 1 -> others(choice);
      case 2 -> new Step.Meanwhile(1 + choice.below(30), duringAPass(others(choice)));
      case 3 -> new Step.Fault(1 + choice.below(30), choice.of(Trouble.values()));
      case 4 -> new Step.Restart();
      case 5 -> new Step.Wait(choice.of(1, 5, 20, 60, 600));
      case 6 -> new Step.ReplaceChart(1 + choice.below(3));
      default ->
          new Step.Configure(
              choice.of(InstallRemedy.values()),
              choice.of(UpgradeRemedy.values()),
              choice.of(DriftPolicy.values()));
    };
  }

  /** No operator wins a race with a forger: Helm reads the Secrets once more (ADR 27). */
  private static OfOthers duringAPass(OfOthers other) {
    return other.equals(new Step.Secrets(Step.Secrets.Work.FORGE_NEWEST))
        ? new Step.Secrets(Step.Secrets.Work.DAMAGE_NEWEST)
        : other;
  }

  private static Step.Late late(Choice choice) {
    return choice.weighted(3, 1) == 0 ? Step.Late.NOTHING : choice.of(Step.Late.values());
  }

  private static OfOthers others(Choice choice) {
    return switch (choice.weighted(20, 2, 1, 4, 2, 6, 1, 1, 4, 4, 1)) {
      case 0 -> write(choice);
      case 1 -> new Step.Delete();
      case 2 -> new Step.Release();
      case 3 -> choice.of(Step.Annotate.ALL.toArray(Step.Annotate[]::new));
      case 4 -> new Step.SpoilStatus(choice.of(Step.SpoilStatus.Part.values()));
      case 5 -> new Step.Touch(letter(choice), choice.of(Step.Touch.Change.values()));
      case 6 -> new Step.Occupy(letter(choice));
      case 7 -> new Step.Vacate(letter(choice));
      case 8 -> new Step.ByHand(choice.of(PersonsHelm.Command.values()));
      case 9 -> new Step.Secrets(choice.of(Step.Secrets.Work.values()));
      default -> new Step.Copy(letter(choice));
    };
  }

  private static Step.Write write(Choice choice) {
    var flaw =
        choice.weighted(4, 1) == 0 ? "" : choice.of("render", Cluster.REFUSED, Cluster.UNREADY);
    return new Step.Write(
        choice.of("a", "b", "ab", "aw", "bp", "abk", "abcwpk", "hrap", "rosa", "dga"),
        1 + choice.below(3),
        flaw);
  }

  private static String letter(Choice choice) {
    return choice.of("a", "b", "w", "p", "k", "h", "g", "r");
  }
}
