package dev.catamaran.ui;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.catamaran.api.ManagerException;
import dev.catamaran.inspect.FoundRollouts;
import dev.catamaran.inspect.LivePrimaries;
import dev.catamaran.inspect.Scope;
import dev.catamaran.ui.Frame.Place;
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

/** Answers requests with pages of a cluster. Has the rights of the kubeconfig. */
public final class Pages implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final Scope scope;
  private final LivePrimaries live;
  private final Clock clock;
  private final Templates templates = new Templates();
  private final ReleasePages releases;
  private final String style = style();

  private Pages(Scope scope, LivePrimaries live, Path watchesFile, Clock clock) {
    this.scope = scope;
    this.live = live;
    this.clock = clock;
    this.releases = new ReleasePages(scope, watchesFile, clock);
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
    var answer = html(releases.page(link, below, request));
    return below.isEmpty() ? Live.of(request).refresh(answer) : answer;
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
          Frame.of("Rollouts", Place.ROLLOUTS, List.of(), notes, clock.instant()), List.of());
    }
  }

  private Frame frame(String title, Place place) {
    return Frame.of(title, place, List.of(), live.notes(), clock.instant());
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
    releases.close();
    live.close();
  }
}
