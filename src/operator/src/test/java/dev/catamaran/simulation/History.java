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
    world.happens(new Step.Write("ab", 1, ""));
    for (var step : steps) {
      world.network.tell(step.toString());
      world.happens(step);
    }
    world.network.tell("the end");
    new Ending(world).check();
    int most = world.causes.most(settings);
    if (world.helm.made() > most) {
      throw new AssertionError("%d revisions for %d causes".formatted(world.helm.made(), most));
    }
  }

  @Override
  public String toString() {
    return steps.stream()
        .map(step -> "  " + step + "\n")
        .collect(Collectors.joining("", settings + "\n", ""));
  }
}
