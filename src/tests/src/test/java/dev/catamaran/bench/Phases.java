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
}
