package dev.catamaran.ui;

import dev.catamaran.api.ManagerException;
import dev.catamaran.inspect.FoundRollout;
import dev.catamaran.inspect.HistoryRow;
import dev.catamaran.inspect.PrimaryObject;
import dev.catamaran.inspect.Requests;
import dev.catamaran.inspect.RolloutRequests;
import dev.catamaran.inspect.Scope;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The actions that the pages offer, if the person has asked for them. */
final class Actions {
  /** In a path, before the word of the action. */
  static final String MARK = "do";

  private static final String ROLLOUT = "rollout";
  private static final String RESULT = "result";
  private static final int MOST_RESULTS = 100;

  private final Scope scope;
  private final Clock clock;

  /** A secret text in each form. */
  private final String form = Guard.randomText();

  /** Kept here, so that no link of others can put words on a page. */
  private final Map<String, List<String>> results =
      new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, List<String>> eldest) {
          return size() > MOST_RESULTS;
        }
      };

  private int numberOfResults;

  Actions(Scope scope, Clock clock) {
    this.scope = scope;
    this.clock = clock;
  }

  String form() {
    return form;
  }

  /** Returns the action that a path names; empty if it names none. */
  Optional<Action> at(Request request) {
    var path = request.path();
    int mark = path.size() - 2;
    return mark < 1 || !path.get(mark).equals(MARK)
        ? Optional.empty()
        : action(path.subList(0, mark), path.getLast(), request);
  }

  private Optional<Action> action(List<String> path, String word, Request request) {
    if (path.getFirst().equals(ROLLOUT) && path.size() == 3) {
      return named(RolloutRequests.Kind.values(), word)
          .map(kind -> new RolloutAction(scope, clock, form, kind, path.get(1), path.get(2)));
    }
    return path.size() == 4
        ? ReleaseLink.of(path)
            .flatMap(
                link ->
                    named(Requests.Kind.values(), word)
                        .map(
                            kind ->
                                new ReleaseAction(
                                    scope.within(link.namespace()),
                                    clock,
                                    form,
                                    kind,
                                    link,
                                    request.number("revision"))))
        : Optional.empty();
  }

  private static <T extends Enum<T>> Optional<T> named(T[] kinds, String word) {
    return Stream.of(kinds).filter(kind -> word(kind).equals(word)).findFirst();
  }

  private static String word(Enum<?> kind) {
    return kind.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  static String path(ReleaseLink link, Requests.Kind kind) {
    return link.below(MARK + "/" + word(kind));
  }

  static String path(String namespace, String name, RolloutRequests.Kind kind) {
    return String.join("/", "", ROLLOUT, namespace, name, MARK, word(kind));
  }

  /** Links to the actions on one primary. */
  record Offers(List<Frame.Link> links, Map<Integer, String> rollbacks) {
    static final Offers NONE = new Offers(List.of(), Map.of());

    Offers {
      links = List.copyOf(links);
      rollbacks = Map.copyOf(rollbacks);
    }
  }

  /** Returns links to the actions that make sense for a primary. */
  static Offers of(ReleaseLink link, PrimaryObject primary, List<HistoryRow> history) {
    var possible = Requests.possible(primary);
    var rollbacks = new LinkedHashMap<Integer, String>();
    if (possible.contains(Requests.Kind.ROLLBACK)) {
      history.stream()
          .filter(row -> row.status().equals("superseded"))
          .forEach(
              row ->
                  rollbacks.put(
                      row.revision(),
                      path(link, Requests.Kind.ROLLBACK) + "?revision=" + row.revision()));
    }
    return new Offers(
        possible.stream()
            // It needs a revision.
            .filter(kind -> kind != Requests.Kind.ROLLBACK)
            .map(kind -> new Frame.Link(ReleaseAction.text(kind), path(link, kind)))
            .toList(),
        rollbacks);
  }

  /** Returns links to the actions that make sense for a rollout. */
  static List<Frame.Link> of(FoundRollout rollout) {
    return RolloutRequests.possible(rollout).stream()
        .map(
            kind ->
                new Frame.Link(
                    "%s %s in %s"
                        .formatted(RolloutAction.text(kind), rollout.name(), rollout.namespace()),
                    path(rollout.namespace(), rollout.name(), kind)))
        .toList();
  }

  /**
   * Does what a person has confirmed, and leads the browser to a page with the result.
   *
   * @throws ManagerException if the command would refuse it
   */
  Answer act(Action action, Request request) {
    var result = keep(action.act(request.field(ConfirmPage.SEEN)));
    return Answer.text(303, "done")
        .with("Location", "%s?%s=%s".formatted(action.resultPath(), RESULT, result));
  }

  private synchronized String keep(List<String> result) {
    numberOfResults++;
    var id = String.valueOf(numberOfResults);
    results.put(id, result);
    return id;
  }

  /** Returns the result that a request asks for; empty for none. */
  synchronized List<String> result(Request request) {
    return results.getOrDefault(request.parameter(RESULT), List.of());
  }
}
