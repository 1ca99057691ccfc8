package dev.catamaran.ui;

import dev.catamaran.api.ManagerException;
import dev.catamaran.inspect.PrimaryKind;
import dev.catamaran.inspect.PrimaryObject;
import dev.catamaran.inspect.PrimaryRow;
import dev.catamaran.inspect.PrimaryRow.PrimaryList;
import dev.catamaran.inspect.Scope;
import dev.catamaran.preview.Previews;
import dev.catamaran.preview.RevisionChanges;
import dev.catamaran.project.Template;
import dev.catamaran.reports.PrimaryReport;
import dev.catamaran.requests.FoundRollout;
import dev.catamaran.requests.FoundRollouts;
import dev.catamaran.requests.Requests;
import dev.catamaran.requests.RolloutRequests;
import dev.catamaran.revisions.ReleaseHistory;
import dev.catamaran.revisions.ReleaseValuesReport;
import dev.catamaran.terminal.Ink.Paint;
import dev.catamaran.terminal.Table;
import dev.catamaran.terminal.Table.Cell;
import dev.catamaran.terminal.Tree;
import dev.catamaran.ui.Page.Filter;
import dev.catamaran.ui.Page.Link;
import dev.catamaran.ui.Page.Part;
import dev.catamaran.ui.PageServer.Answer;
import gg.jte.ContentType;
import gg.jte.TemplateEngine;
import gg.jte.output.StringOutput;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Answers requests with pages of a cluster, which have the records that the commands print. They
 * change nothing, have the rights of the kubeconfig, and each asks the API server.
 *
 * @param watches the file, which need not exist; only the next reconcile is unknown then
 */
public record Pages(Scope scope, Path watches, Clock clock) {
  /** Its templates escape each text, by its place. */
  private static final TemplateEngine TEMPLATES =
      TemplateEngine.createPrecompiled(ContentType.Html);

  private static final String STYLE = Template.fill("/dev/catamaran/ui/style.css", Map.of());

  static final int MOST = 500;

  /** The pages of a release, below its own. */
  private static final List<Link> TABS =
      List.of(
          new Link("Overview", "", false),
          new Link("Values", "values", false),
          new Link("Last change", "changes", false),
          new Link("Next reconcile", "next", false));

  /**
   * Serves them.
   *
   * @param port 0 for a free one
   */
  public PageServer serve(int port) {
    return PageServer.start(port, this::answer);
  }

  Answer answer(Request request) {
    try {
      return request.path().equals(List.of("style.css"))
          ? new Answer(200, "text/css", STYLE, Map.of())
          : Answer.html(200, html(page(request)));
    } catch (ManagerException e) {
      return message(404, String.valueOf(e.getMessage()));
    } catch (KubernetesClientException e) {
      return message(
          e.getCode() == 403 ? 403 : 502, String.valueOf(scope.explained(e).getMessage()));
    } catch (RuntimeException e) {
      // Its message may quote what was read.
      return message(
          500, "unexpected failure: %s; this is a defect of Catamaran".formatted(e.getClass()));
    }
  }

  private Answer message(int code, String text) {
    return Answer.html(code, html(page("Not shown", "", List.of(Part.sentence(text)))));
  }

  private Page page(Request request) {
    var path = request.path();
    return switch (path.isEmpty() ? "releases" : path.getFirst()) {
      case "releases" -> releases(Query.of(request));
      case "rollouts" -> page("Rollouts", "Rollouts", rollouts());
      default ->
          release(
              ReleaseLink.of(path)
                  .orElseThrow(
                      () ->
                          new ManagerException(
                              "there is no such page; the links above lead to all")),
              request);
    };
  }

  private Page page(String title, String place, List<Part> parts) {
    return new Page(title, place, now(), List.of(), Filter.NONE, parts);
  }

  private String now() {
    return clock.instant().truncatedTo(ChronoUnit.SECONDS).toString();
  }

  private Page releases(Query query) {
    var listing = scope.list();
    var kinds = listing.listed().keySet().stream().map(PrimaryKind::qualified).toList();
    var rows = listing.rows().items();
    var parts = new ArrayList<Part>(listing.note().stream().map(Part.Note::new).toList());
    parts.addAll(list(query, rows, clock));
    return new Page(
        "Releases", "Releases", now(), states(query, rows), new Filter(query, kinds), parts);
  }

  /** Each state, with the number of its releases of the chosen kind and text. */
  static List<Link> states(Query query, List<PrimaryRow> all) {
    return Stream.of(Query.Show.values())
        .map(
            show -> {
              var shown = query.showing(show);
              return new Link(
                  "%d %s".formatted(shown.of(all.stream()).count(), show.text()),
                  shown.link(),
                  show == query.show());
            })
        .toList();
  }

  /** The first of the releases that a query selects, as {@code status} prints them. */
  static List<Part> list(Query query, List<PrimaryRow> all, Clock clock) {
    var found = query.of(all.stream()).toList();
    if (found.isEmpty()) {
      return List.of(
          Part.sentence(
              all.isEmpty()
                  ? "No release is found. catamaran ui --all-namespaces shows all namespaces; a watches.yaml names the kinds."
                  : "The filter shows none of %d releases.".formatted(all.size())));
    }
    var shown = found.stream().limit(MOST).toList();
    var rest = found.size() > MOST ? "; these are the first %d: filter for others" : "";
    return List.of(
        Part.sentence(found.size() + " found" + rest.formatted(MOST)),
        new Part.Rows(
            new PrimaryList(shown)
                .table(/* isWide= */ true, clock)
                .linked(1, row -> ReleaseLink.of(shown.get(row)).path())));
  }

  private Page release(ReleaseLink link, Request request) {
    var below = String.join("/", request.path().subList(4, request.path().size()));
    var tab =
        TABS.stream()
            .filter(each -> each.path().equals(below))
            .findFirst()
            .orElseThrow(() -> new ManagerException("there is no such page of " + link.title()));
    return new Page(
        below.isEmpty() ? link.title() : tab.text() + " of " + link.title(),
        "Releases",
        now(),
        tabs(link, below),
        Filter.NONE,
        parts(link, below, request));
  }

  static List<Link> tabs(ReleaseLink release, String shown) {
    return TABS.stream()
        .map(tab -> new Link(tab.text(), release.below(tab.path()), tab.path().equals(shown)))
        .toList();
  }

  private List<Part> parts(ReleaseLink link, String below, Request request) {
    var within = scope.within(link.namespace());
    return switch (below) {
      case "values" ->
          values(ReleaseValuesReport.of(within, link.target(), request.number("revision")));
      // Without numbers: the newest revision against the one before.
      case "changes" ->
          List.of(
              new Part.Lines(
                  RevisionChanges.of(
                          within,
                          link.target(),
                          new RevisionChanges.Numbers(request.number("from"), request.number("to")))
                      .lines(Paint.NONE)));
      case "next" -> next(within.primary(link.target()));
      default -> {
        var primary = within.primary(link.target());
        var report = PrimaryReport.of(within, primary);
        yield overview(link, report, Requests.commands(primary, report.earlier()), clock);
      }
    };
  }

  static List<Part> values(ReleaseValuesReport report) {
    return List.of(
        Part.sentence(
            "Values of revision %d of release %s. Values from Secrets are asterisks."
                .formatted(report.revision(), report.release())),
        new Part.Rows(report.table()));
  }

  private List<Part> next(PrimaryObject primary) {
    // A preview does not wait for a wave.
    var parts = new ArrayList<Part>(primary.rolloutPending().stream().map(Part.Note::new).toList());
    try (var previews = Previews.of(scope, watches)) {
      parts.add(new Part.Lines(previews.of(primary).lines(Paint.NONE)));
    }
    return parts;
  }

  static List<Part> overview(
      ReleaseLink link, PrimaryReport report, List<String> commands, Clock clock) {
    var parts = new ArrayList<Part>();
    parts.add(new Part.Items(report.tree(clock, Paint.NONE).children()));
    var newest = report.history().reversed();
    if (!newest.isEmpty()) {
      parts.add(new Part.Heading("Revisions"));
      parts.add(new Part.Rows(history(link, newest)));
    }
    parts.add(new Part.Commands(commands));
    return parts;
  }

  private static Table history(ReleaseLink link, List<ReleaseHistory.Row> newest) {
    var numbers = newest.stream().map(ReleaseHistory.Row::revision).toList();
    return ReleaseHistory.table(newest)
        .with(
            "Values",
            row ->
                Cell.of("of revision " + numbers.get(row))
                    .to(link.below("values?revision=" + numbers.get(row))))
        .with(
            "Changes",
            row ->
                row + 1 == numbers.size()
                    ? Cell.of("")
                    : Cell.of("since revision " + numbers.get(row + 1))
                        .to(
                            link.below(
                                "changes?from=%d&to=%d"
                                    .formatted(numbers.get(row + 1), numbers.get(row)))));
  }

  private List<Part> rollouts() {
    try {
      return rollouts(FoundRollouts.of(scope.client(), Optional.empty()).newest());
    } catch (ManagerException e) {
      // Most clusters have none.
      return List.of(new Part.Note(String.valueOf(e.getMessage())));
    }
  }

  static List<Part> rollouts(FoundRollouts newest) {
    return newest.rollouts().isEmpty()
        ? List.of(Part.sentence("No chart has changed since its kind has rollouts."))
        : newest.rollouts().stream().flatMap(Pages::parts).toList();
  }

  private static Stream<Part> parts(FoundRollout rollout) {
    // A ChartRollout writes it with a capital.
    var kind = rollout.kind().toLowerCase(Locale.ROOT);
    return Stream.of(
        new Part.Heading(
            "%s: %s"
                .formatted(
                    rollout.kind(), rollout.phase().isEmpty() ? "not begun" : rollout.phase())),
        new Part.Sentence(
            rollout.standing() + ".",
            new Link("Releases of " + rollout.kind(), Query.ALL.ofKind(kind).link(), false)),
        new Part.Items(rollout.details().stream().map(Tree::leaf).toList()),
        new Part.Commands(RolloutRequests.commands(rollout)));
  }

  static String html(Page page) {
    var out = new StringOutput();
    TEMPLATES.render("page.jte", page, out);
    return out.toString();
  }
}
