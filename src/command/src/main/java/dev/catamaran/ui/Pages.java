package dev.catamaran.ui;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.catamaran.api.ManagerException;
import dev.catamaran.inspect.FoundRollouts;
import dev.catamaran.inspect.LivePrimaries;
import dev.catamaran.inspect.PrimaryReport;
import dev.catamaran.inspect.ReleaseValuesReport;
import dev.catamaran.inspect.Requests;
import dev.catamaran.inspect.RevisionPair;
import dev.catamaran.inspect.Scope;
import dev.catamaran.inspect.TerminalText;
import dev.catamaran.preview.Previews;
import dev.catamaran.preview.RevisionChanges;
import dev.catamaran.ui.Frame.Live;
import dev.catamaran.ui.Frame.Place;
import dev.catamaran.ui.Frame.Tab;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;

/** Answers requests with pages of a cluster. Has the rights of the kubeconfig. */
public final class Pages implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final Scope scope;
  private final LivePrimaries live;
  private final Clock clock;
  private final Templates templates = new Templates();
  private final Path watchesFile;
  private final String style = style();

  private Pages(Scope scope, LivePrimaries live, Path watchesFile, Clock clock) {
    this.scope = scope;
    this.live = live;
    this.clock = clock;
    this.watchesFile = watchesFile;
  }

  /**
   * Lists the primaries of a scope, and serves their pages. They change nothing.
   *
   * @param watchesFile need not exist; only the next reconcile is unknown then
   */
  public static Pages of(Scope scope, Path watchesFile, Clock clock) {
    return new Pages(scope, LivePrimaries.of(scope, PATIENCE), watchesFile, clock);
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
    if (path.isEmpty()) {
      return html(KindsPage.of(frame("Kinds", Place.KINDS), live.kinds(), live.rows()));
    }
    return switch (path.getFirst()) {
      case "style.css" -> Answer.css(style);
      case "releases" -> Live.of(request).refresh(html(list(request)));
      case "rollouts" -> Live.of(request).refresh(html(rollouts(request)));
      case ReleaseLink.FIRST ->
          ReleaseLink.of(path).map(link -> release(link, request)).orElseGet(Pages::nowhere);
      default -> nowhere();
    };
  }

  private Answer release(ReleaseLink link, Request request) {
    var below = request.path().subList(4, request.path().size());
    var answer = html(page(link, String.join("/", below), request));
    return below.isEmpty() ? Live.of(request).refresh(answer) : answer;
  }

  private Object page(ReleaseLink link, String below, Request request) {
    return switch (below) {
      case "" -> overview(link, request);
      case "values" ->
          new ValuesPage(
              frame(link, Tab.VALUES, List.of()),
              ReleaseValuesReport.of(within(link), link.target(), request.number("revision")));
      case "changes" -> changes(link, request.number("from"), request.number("to"));
      case "next" -> next(link);
      default -> throw new ManagerException("there is no such page of " + link.title());
    };
  }

  private ReleasePage overview(ReleaseLink link, Request request) {
    var primary = within(link).primary(link.target());
    return new ReleasePage(
        frame(link, Tab.OVERVIEW, List.of()).following(Live.of(request)),
        link,
        PrimaryReport.of(within(link), primary),
        Requests.commands(primary),
        clock);
  }

  /** Without numbers: the newest revision against the one before. */
  private ChangesPage changes(ReleaseLink link, OptionalInt from, OptionalInt to) {
    return ChangesPage.between(
        frame(link, Tab.CHANGES, List.of()),
        RevisionChanges.of(
            RevisionPair.of(within(link), link.target(), new RevisionPair.Numbers(from, to))));
  }

  private ChangesPage next(ReleaseLink link) {
    var primary = within(link).primary(link.target());
    // A preview does not wait for a wave.
    var notes = primary.rolloutPending().stream().map(TerminalText::oneLine).toList();
    try (var previews = Previews.of(scope, watchesFile)) {
      return ChangesPage.next(frame(link, Tab.NEXT, notes), previews.of(primary));
    }
  }

  private Scope within(ReleaseLink link) {
    return scope.within(link.namespace());
  }

  private Frame frame(ReleaseLink link, Tab tab, List<String> notes) {
    return Frame.of(link, tab, notes, clock.instant());
  }

  private ReleasesPage list(Request request) {
    return ReleasesPage.of(
        frame("Releases", Place.RELEASES).following(Live.of(request)),
        Query.of(request),
        live.kinds().stream().map(kind -> kind.qualified()).toList(),
        live.rows(),
        clock);
  }

  private RolloutsPage rollouts(Request request) {
    try {
      var found = FoundRollouts.of(scope.client(), Optional.empty()).newest();
      return RolloutsPage.of(frame("Rollouts", Place.ROLLOUTS).following(Live.of(request)), found);
    } catch (ManagerException e) {
      // Most clusters have none.
      var notes = List.of(String.valueOf(e.getMessage()));
      return new RolloutsPage(
          Frame.of("Rollouts", Place.ROLLOUTS, notes, clock.instant()), List.of());
    }
  }

  private Frame frame(String title, Place place) {
    return Frame.of(title, place, live.notes(), clock.instant());
  }

  private Answer html(Object page) {
    return Answer.html(200, templates.of(page));
  }

  private Answer message(int code, String text) {
    var page = new MessagePage(frame("Not shown", Place.KINDS), text);
    return Answer.html(code, templates.of(page));
  }

  private static Answer nowhere() {
    throw new ManagerException("there is no such page; the links above lead to all");
  }

  private static String style() {
    try (InputStream in = Objects.requireNonNull(Pages.class.getResourceAsStream("style.css"))) {
      return new String(in.readAllBytes(), UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    live.close();
  }
}
