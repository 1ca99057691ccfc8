package dev.catamaran.ui;

import dev.catamaran.inspect.FoundRollout;
import dev.catamaran.inspect.FoundRollouts;
import dev.catamaran.inspect.RolloutRequests;
import dev.catamaran.inspect.RolloutRequests.Kind;
import dev.catamaran.inspect.Scope;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * An action on one rollout.
 *
 * @param form a secret text for the form
 */
record RolloutAction(
    Scope scope, Clock clock, String form, Kind kind, String namespace, String name)
    implements Action {

  static String text(Kind kind) {
    return switch (kind) {
      case APPROVE -> "Approve";
      case PAUSE -> "Pause";
      case RESUME -> "Resume";
      case UNDO -> "Undo";
    };
  }

  @Override
  public ConfirmPage page(List<String> notes) {
    var rollout = rollout(found());
    var line = RolloutsPage.line(rollout, List.of());
    return new ConfirmPage(
        Frame.of(
            "%s: rollout %s?".formatted(button(rollout), name),
            Frame.Place.ROLLOUTS,
            List.of(new Frame.Link("Rollouts", Frame.Place.ROLLOUTS.path())),
            notes,
            clock.instant()),
        effects(rollout, line),
        String.valueOf(scope.client().getMasterUrl()),
        command(rollout),
        more(rollout, line),
        "",
        List.of(),
        RolloutRequests.possible(rollout).contains(kind)
            ? Optional.of(
                new ConfirmPage.Form(
                    Actions.path(namespace, name, kind), form, rollout.state(), button(rollout)))
            : Optional.empty(),
        resultPath());
  }

  private FoundRollouts found() {
    return FoundRollouts.of(scope.client(), Optional.of(namespace));
  }

  private FoundRollout rollout(FoundRollouts found) {
    return found.newest(Optional.of(name)).rollouts().getFirst();
  }

  private String button(FoundRollout rollout) {
    return kind == Kind.APPROVE ? "Approve wave " + rollout.wave() : text(kind);
  }

  private List<String> effects(FoundRollout rollout, RolloutsPage.Line line) {
    var effects = new ArrayList<String>();
    switch (kind) {
      case APPROVE -> {
        effects.add(
            "Wave %d of %d of %s may begin, %s."
                .formatted(rollout.wave(), rollout.waves(), rollout.kind(), line.change()));
        effects.add(
            rollout.plan().isEmpty()
                ? "The operator has no digest of a plan, so that each primary of the wave is"
                    + " changed."
                : "It keeps to the plan %s: a primary with another change waits."
                    .formatted(rollout.plan()));
      }
      case PAUSE ->
          effects.add(
              "No further primary is changed until a person resumes the rollout. Those that are"
                  + " changed at present are finished.");
      case RESUME ->
          effects.add(
              "The rollout goes on with wave %d of %d.%s"
                  .formatted(
                      rollout.wave(),
                      rollout.waves(),
                      allowed(rollout) == 0
                          ? ""
                          : " It halts again at %d failures in a wave."
                              .formatted(allowed(rollout))));
      case UNDO ->
          effects.add(
              "The primaries that are changed go back to the objects that they had, and no further"
                  + " one is changed. The rollout cannot go on afterwards: a new one begins with"
                  + " another chart, or other overrides.");
    }
    effects.add("At present: %s.".formatted(line.progress()));
    return effects;
  }

  /** A halted rollout goes on only if it may have more failures; 0 for as many as usual. */
  private static int allowed(FoundRollout rollout) {
    return rollout.phase().equals("Halted") ? rollout.failed().size() + 1 : 0;
  }

  /** A preview of one primary of the wave is a click away. */
  private List<Frame.Link> more(FoundRollout rollout, RolloutsPage.Line line) {
    return kind != Kind.APPROVE
        ? List.of()
        : line.waves().stream()
            .filter(wave -> wave.number() == rollout.wave())
            .flatMap(
                wave ->
                    wave.last().stream()
                        .map(
                            last ->
                                new Frame.Link(
                                    "Wave %d changes those %s %s"
                                        .formatted(wave.number(), wave.members(), last.name()),
                                    last.path())))
            .toList();
  }

  private String command(FoundRollout rollout) {
    return switch (kind) {
      case APPROVE ->
          "catamaran rollout approve %s --wave %d --namespace %s"
              .formatted(what(rollout), rollout.wave(), namespace);
      case PAUSE -> "catamaran rollout pause %s --namespace %s".formatted(name, namespace);
      case RESUME ->
          "catamaran rollout resume %s --namespace %s%s"
              .formatted(
                  name,
                  namespace,
                  allowed(rollout) == 0 ? "" : " --allow-failures " + allowed(rollout));
      case UNDO -> "catamaran rollout undo %s --namespace %s".formatted(name, namespace);
    };
  }

  private static String what(FoundRollout rollout) {
    return rollout.plan().isEmpty() ? rollout.name() : rollout.plan();
  }

  @Override
  public List<String> act(String seen) {
    var found = found();
    var requests = new RolloutRequests(scope.client(), found).seeing(seen);
    var done =
        switch (kind) {
          case APPROVE -> requests.approve(what(rollout(found)), rollout(found).wave());
          case PAUSE -> requests.pause(name);
          case RESUME -> requests.resume(name, allowed(rollout(found)));
          case UNDO -> requests.undo(name);
        };
    return done.lines();
  }

  @Override
  public String resultPath() {
    return Frame.Place.ROLLOUTS.path();
  }

  /** Omits the secret. */
  @Override
  public String toString() {
    return kind + " of " + name;
  }
}
