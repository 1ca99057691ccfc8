package dev.catamaran.ui;

import dev.catamaran.api.ManagerException;
import dev.catamaran.inspect.PrimaryReport;
import dev.catamaran.inspect.ReleaseValuesReport;
import dev.catamaran.inspect.Requests;
import dev.catamaran.inspect.RevisionPair;
import dev.catamaran.inspect.RevisionRange;
import dev.catamaran.inspect.Scope;
import dev.catamaran.inspect.TerminalText;
import dev.catamaran.preview.KeptPreviews;
import dev.catamaran.preview.RevisionChanges;
import dev.catamaran.ui.Frame.Place;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.OptionalInt;

/** Reads one primary for its pages, each time anew. */
final class ReleasePages implements AutoCloseable {
  private final Scope scope;
  private final Clock clock;
  private final KeptPreviews previews;

  ReleasePages(Scope scope, Path watchesFile, Clock clock) {
    this.scope = scope;
    this.previews = new KeptPreviews(scope, watchesFile);
    this.clock = clock;
  }

  /**
   * Returns the data of a page.
   *
   * @param rest the path below the primary
   * @throws ManagerException if the primary, the revision or the page does not exist
   */
  Object page(ReleaseLink link, List<String> rest, Request request) {
    return switch (String.join("/", rest)) {
      case "" -> overview(link, request);
      case "values" ->
          ValuesPage.of(
              frame(link, "Values"),
              link,
              ReleaseValuesReport.of(within(link), link.target(), request.number("revision")));
      case "changes" -> changes(link, request.number("from"), request.number("to"));
      case "next" -> next(link);
      default -> throw new ManagerException("there is no such page of " + link.title());
    };
  }

  private ReleasePage overview(ReleaseLink link, Request request) {
    var primary = within(link).primary(link.target());
    var report = PrimaryReport.of(within(link), primary);
    return ReleasePage.of(
        frame(link, "").following(Live.of(request)),
        link,
        report,
        Requests.commands(primary),
        clock);
  }

  /** Without numbers: the newest revision against the one before. */
  private ChangesPage changes(ReleaseLink link, OptionalInt from, OptionalInt to) {
    return ChangesPage.between(
        frame(link, "Changes"),
        link,
        RevisionChanges.of(
            RevisionPair.of(within(link), link.target(), new RevisionRange(from, to))));
  }

  private ChangesPage next(ReleaseLink link) {
    var primary = within(link).primary(link.target());
    // A preview does not wait for a wave.
    var notes = primary.rolloutPending().stream().map(TerminalText::oneLine).toList();
    return ChangesPage.next(frame(link, "Next", notes), link, previews.of(primary));
  }

  private Scope within(ReleaseLink link) {
    return scope.within(link.namespace());
  }

  private Frame frame(ReleaseLink link, String part) {
    return frame(link, part, List.of());
  }

  private Frame frame(ReleaseLink link, String part, List<String> notes) {
    return Frame.of(
        part.isEmpty() ? link.title() : part + " of " + link.title(),
        Place.RELEASES,
        List.of(
            new Frame.Link("Releases", Query.all().link()),
            new Frame.Link(link.kind(), Query.all().ofKind(link.kind()).link())),
        notes,
        clock.instant());
  }

  @Override
  public void close() {
    previews.close();
  }
}
