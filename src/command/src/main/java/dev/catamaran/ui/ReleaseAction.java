package dev.catamaran.ui;

import dev.catamaran.api.ManagerException;
import dev.catamaran.inspect.PrimaryObject;
import dev.catamaran.inspect.Requests;
import dev.catamaran.inspect.Requests.Kind;
import dev.catamaran.inspect.RevisionPair;
import dev.catamaran.inspect.Scope;
import dev.catamaran.preview.RevisionChanges;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * An action on one primary.
 *
 * @param scope the namespace of the primary
 * @param form a secret text for the form
 * @param revision to roll back to; empty for other actions
 */
record ReleaseAction(
    Scope scope, Clock clock, String form, Kind kind, ReleaseLink link, OptionalInt revision)
    implements Action {

  static String text(Kind kind) {
    return switch (kind) {
      case PAUSE -> "Pause";
      case RESUME -> "Resume";
      case RECONCILE -> "Reconcile now";
      case ROLLBACK -> "Roll back";
      case END_ROLLBACK -> "End the rollback";
    };
  }

  @Override
  public ConfirmPage page(List<String> notes) {
    var primary = scope.primary(link.target());
    var changes = kind == Kind.ROLLBACK ? Optional.of(changes()) : Optional.<ChangesPage>empty();
    var here = Actions.path(link, kind) + (revision.isPresent() ? "?revision=" + chosen() : "");
    return new ConfirmPage(
        Frame.of(
            "%s: %s?".formatted(button(), link.title()),
            Frame.Place.RELEASES,
            List.of(
                new Frame.Link("Releases", Query.all().link()),
                new Frame.Link(link.title(), link.path())),
            notes,
            clock.instant()),
        effects(),
        String.valueOf(scope.client().getMasterUrl()),
        command(primary),
        more(),
        changes.map(ChangesPage::summary).orElse(""),
        changes.map(ChangesPage::parts).orElse(List.of()),
        Requests.possible(primary).contains(kind)
            ? Optional.of(new ConfirmPage.Form(here, form, primary.state(), button()))
            : Optional.empty(),
        link.path());
  }

  private int chosen() {
    return revision.orElseThrow(
        () -> new ManagerException("choose a revision on the page of " + link.title()));
  }

  private String button() {
    return kind == Kind.ROLLBACK ? text(kind) + " to revision " + chosen() : text(kind);
  }

  private ChangesPage changes() {
    var pair = RevisionPair.back(scope, link.target(), chosen());
    return ChangesPage.between(
        Frame.of("", Frame.Place.RELEASES, List.of(), List.of(), clock.instant()),
        link,
        RevisionChanges.of(pair));
  }

  private List<String> effects() {
    return switch (kind) {
      case PAUSE ->
          List.of(
              "The operator changes nothing of the release until a person resumes it: no new spec,"
                  + " no repair of drift, and no deletion.");
      case RESUME -> List.of("The operator follows the spec again, and repairs drift.");
      case RECONCILE ->
          List.of(
              "The operator makes one new revision of the present spec, values and chart, also if"
                  + " nothing has changed, and whatever failed before.");
      case ROLLBACK ->
          List.of(
              "The operator makes a new revision with the objects of revision %d. The release stays there, whatever"
                      .formatted(chosen())
                  + " its spec says, until a person ends the rollback.");
      case END_ROLLBACK ->
          List.of("The operator follows the spec again, and makes a new revision of it.");
    };
  }

  private List<Frame.Link> more() {
    return switch (kind) {
      case RESUME, RECONCILE ->
          List.of(
              new Frame.Link(
                  "Next reconcile: what differs from the present spec, values and chart",
                  link.below("next")));
      default -> List.of();
    };
  }

  private String command(PrimaryObject primary) {
    var arguments = Requests.command(primary);
    return switch (kind) {
      case PAUSE -> "catamaran pause " + arguments;
      case RESUME -> "catamaran resume " + arguments;
      case RECONCILE -> "catamaran reconcile " + arguments;
      case ROLLBACK -> "catamaran rollback %s --revision %d".formatted(arguments, chosen());
      case END_ROLLBACK -> "catamaran rollback %s --end".formatted(arguments);
    };
  }

  @Override
  public List<String> act(String seen) {
    var requests = new Requests(scope, clock).seeing(seen);
    var target = link.target();
    var done =
        switch (kind) {
          case PAUSE -> requests.pause(target);
          case RESUME -> requests.resume(target);
          case RECONCILE -> requests.reconcile(target);
          case ROLLBACK -> requests.rollback(target, OptionalInt.of(chosen()));
          case END_ROLLBACK -> requests.endRollback(target);
        };
    return done.lines();
  }

  @Override
  public String resultPath() {
    return link.path();
  }

  /** Omits the secret. */
  @Override
  public String toString() {
    return kind + " of " + link.title();
  }
}
