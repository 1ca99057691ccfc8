package dev.catamaran.bench;

import java.util.List;

/** The steps of a trial, in order. */
final class Phases {
  static final List<Phase> ALL =
      List.of(
          new StartPhase(),
          new MakePhase(),
          new RestPhase(),
          new RepairPhase(RepairPhase.Harm.DELETE),
          new RepairPhase(RepairPhase.Harm.EDIT),
          new ChangePhase(),
          new RestartPhase(),
          new DeletePhase());

  private Phases() {}

  /**
   * Returns the phases of these names, and those that the later ones need.
   *
   * @throws IllegalArgumentException if a phase has no such name
   */
  static List<Phase> named(List<String> names) {
    var known = ALL.stream().map(Phase::name).toList();
    for (var name : names) {
      if (!known.contains(name)) {
        throw new IllegalArgumentException(
            "no phase %s; there are %s".formatted(name, String.join(", ", known)));
      }
    }
    return ALL.stream()
        .filter(phase -> phase.isRequired() || names.contains(phase.name()))
        .toList();
  }
}
