package dev.catamaran.ui;

import dev.catamaran.api.ManagerException;
import dev.catamaran.inspect.PrimaryKind;
import dev.catamaran.inspect.Scope;
import dev.catamaran.preview.Previews;
import dev.catamaran.preview.RevisionChanges;
import dev.catamaran.project.Template;
import dev.catamaran.reports.PrimaryReport;
import dev.catamaran.requests.FoundRollout;
import dev.catamaran.requests.FoundRollouts;
import dev.catamaran.requests.Requests;
import dev.catamaran.revisions.ReleaseValuesReport;
import dev.catamaran.run.TerminalText;
import dev.catamaran.terminal.Ink.Paint;
import dev.catamaran.ui.Frame.Place;
import dev.catamaran.ui.Frame.Tab;
import gg.jte.ContentType;
import gg.jte.TemplateEngine;
import gg.jte.output.StringOutput;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/** Answers requests with pages of a cluster. Has the rights of the kubeconfig. */
public final class Pages {
  /** Its templates escape each text, by its place. */
  private static final TemplateEngine TEMPLATES =
      TemplateEngine.createPrecompiled(ContentType.Html);

  /** The values of a revision, with their sources. Secret values are asterisks. */
  public record ValuesPage(Frame frame, ReleaseValuesReport report) {}

  /** What a command prints. */
  public record TextPage(Frame frame, List<String> lines) {}

  /** The newest rollout of each kind. */
  public record RolloutsPage(Frame frame, List<FoundRollout> rollouts) {
    /** Returns the path of the releases of its kind, which a ChartRollout writes with a capital. */
    public String releases(FoundRollout rollout) {
      return Query.ALL.ofKind(rollout.kind().toLowerCase(Locale.ROOT)).link();
    }
  }

  private final Scope scope;
  private final Clock clock;
  private final Path watchesFile;
  private final String style = Template.fill("/dev/catamaran/ui/style.css", Map.of());

  private Pages(Scope scope, Path watchesFile, Clock clock) {
    this.scope = scope;
    this.clock = clock;
    this.watchesFile = watchesFile;
  }

  /**
   * Makes the pages of a scope. They change nothing, and each asks the API server.
   *
   * @param watchesFile need not exist; only the next reconcile is unknown then
   */
  public static Pages of(Scope scope, Path watchesFile, Clock clock) {
    return new Pages(scope, watchesFile, clock);
  }

  /**
   * Serves them.
   *
   * @param port 0 for a free one
   * @throws ManagerException if the port is taken
   */
  public PageServer serve(int port) {
    return PageServer.start(port, this::answer);
  }

  Answer answer(Request request) {
    try {
      return page(request);
    } catch (ManagerException e) {
      return message(404, String.valueOf(e.getMessage()));
    } catch (KubernetesClientException e) {
      return message(502, String.valueOf(scope.explained(e).getMessage()));
    } catch (RuntimeException e) {
      // Its message may quote what was read.
      return message(
          500, "unexpected failure: %s; this is a defect of Catamaran".formatted(e.getClass()));
    }
  }

  private Answer page(Request request) {
    var path = request.path();
    return switch (path.isEmpty() ? "releases" : path.getFirst()) {
      case "style.css" -> new Answer(200, "text/css", style, Map.of());
      case "releases" -> html(releases(Query.of(request)));
      case "rollouts" -> html(rollouts());
      case ReleaseLink.FIRST ->
          ReleaseLink.of(path).map(link -> release(link, request)).orElseGet(Pages::nowhere);
      default -> nowhere();
    };
  }

  private ReleasesPage releases(Query query) {
    var listing = scope.list();
    var frame = frame("Releases", Place.RELEASES, listing.note().stream().toList());
    var kinds = listing.listed().keySet().stream().map(PrimaryKind::qualified).toList();
    return ReleasesPage.of(frame, query, kinds, listing.rows().items(), clock);
  }

  private Answer release(ReleaseLink link, Request request) {
    var below = request.path().subList(4, request.path().size());
    return html(page(link, String.join("/", below), request));
  }

  private Object page(ReleaseLink link, String below, Request request) {
    return switch (below) {
      case "" -> overview(link);
      case "values" ->
          new ValuesPage(
              frame(link, Tab.VALUES, List.of()),
              ReleaseValuesReport.of(within(link), link.target(), request.number("revision")));
      case "changes" -> changes(link, request.number("from"), request.number("to"));
      case "next" -> next(link);
      default -> throw new ManagerException("there is no such page of " + link.title());
    };
  }

  private ReleasePage overview(ReleaseLink link) {
    var primary = within(link).primary(link.target());
    return new ReleasePage(
        frame(link, Tab.OVERVIEW, List.of()),
        link,
        PrimaryReport.of(within(link), primary),
        Requests.commands(primary),
        clock);
  }

  /** Without numbers: the newest revision against the one before. */
  private TextPage changes(ReleaseLink link, OptionalInt from, OptionalInt to) {
    var numbers = new RevisionChanges.Numbers(from, to);
    return new TextPage(
        frame(link, Tab.CHANGES, List.of()),
        RevisionChanges.of(within(link), link.target(), numbers).lines(Paint.NONE));
  }

  private TextPage next(ReleaseLink link) {
    var primary = within(link).primary(link.target());
    // A preview does not wait for a wave.
    var notes = primary.rolloutPending().stream().map(TerminalText::oneLine).toList();
    try (var previews = Previews.of(scope, watchesFile)) {
      return new TextPage(frame(link, Tab.NEXT, notes), previews.of(primary).lines(Paint.NONE));
    }
  }

  private Scope within(ReleaseLink link) {
    return scope.within(link.namespace());
  }

  private Frame frame(ReleaseLink link, Tab tab, List<String> notes) {
    return Frame.of(link, tab, notes, clock.instant());
  }

  private RolloutsPage rollouts() {
    try {
      var found = FoundRollouts.of(scope.client(), Optional.empty()).newest();
      return new RolloutsPage(frame("Rollouts", Place.ROLLOUTS, List.of()), found.rollouts());
    } catch (ManagerException e) {
      // Most clusters have none.
      var notes = List.of(String.valueOf(e.getMessage()));
      return new RolloutsPage(frame("Rollouts", Place.ROLLOUTS, notes), List.of());
    }
  }

  private Frame frame(String title, Place place, List<String> notes) {
    return Frame.of(title, place, notes, clock.instant());
  }

  /** Returns the HTML of a page, which has a template of its name in src/main/jte. */
  static String text(Object page) {
    var out = new StringOutput();
    TEMPLATES.render(page.getClass().getSimpleName() + ".jte", page, out);
    return out.toString();
  }

  private static Answer html(Object page) {
    return Answer.html(200, text(page));
  }

  private Answer message(int code, String text) {
    var page = new TextPage(frame("Not shown", Place.RELEASES, List.of()), List.of(text));
    return Answer.html(code, text(page));
  }

  private static Answer nowhere() {
    throw new ManagerException("there is no such page; the links above lead to all");
  }
}
