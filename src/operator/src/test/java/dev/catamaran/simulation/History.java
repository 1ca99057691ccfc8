package dev.catamaran.simulation;

import java.util.List;
import java.util.stream.Collectors;

/**
 * What happens to one primary, from an empty cluster on. It begins with the creation of the
 * primary.
 */
record History(Settings settings, List<Step> steps) {
  History {
    steps = List.copyOf(steps);
  }

  /** Lives through the history, and checks the end. */
  void run() {
    var world = new World(settings);
    try {
      live(world);
    } catch (AssertionError | RuntimeException e) {
      throw new AssertionError(e + "\n" + this + world.network.log(), e);
    }
  }

  private void live(World world) {
    new Step.Write("ab", 1, "").on(world);
    for (var step : steps) {
      world.network.tell(step.toString());
      step.on(world);
    }
    world.network.tell("the end");
    new Ending(world).check();
  }

  @Override
  public String toString() {
    return steps.stream()
        .map(step -> "  " + step + "\n")
        .collect(Collectors.joining("", settings + "\n", ""));
  }
}
