package dev.catamaran.inspect;

import dev.catamaran.status.Reasons;
import dev.catamaran.status.ReleaseStatus.Deployed;
import dev.catamaran.status.ReportedState;
import dev.catamaran.terminal.Age;
import dev.catamaran.terminal.Table;
import dev.catamaran.terminal.Table.Cell;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A primary in a list.
 *
 * @param namespace empty for a cluster-scoped primary
 * @param ready status of its condition {@code Ready}: {@code Unknown} if that is of an earlier
 *     spec; empty for none
 * @param state state of the release in one word: {@code Unseen} if the operator has not seen the
 *     present spec; empty for a typed kind
 * @param reason of the condition that decides the state; may be empty
 * @param message of that condition; may be empty
 * @param release name of the release; empty for none
 * @param chart name and version; empty for none
 * @param created RFC 3339
 */
public record PrimaryRow(
    String namespace,
    String name,
    String apiVersion,
    String kind,
    String qualifiedName,
    String ready,
    String state,
    String reason,
    String message,
    String release,
    int revision,
    String chart,
    String appVersion,
    String created) {
  /** A list of primaries, as data. */
  public record PrimaryList(List<PrimaryRow> items) {
    public Table table(boolean isWide, Clock clock) {
      int columns = isWide ? HEAD.size() : NARROW;
      return new Table(
          HEAD.subList(0, columns),
          items.stream().map(row -> row.cells(clock).subList(0, columns)).toList());
    }
  }

  private static final List<String> HEAD =
      List.of(
          "Namespace",
          "Name",
          "Ready",
          "Status",
          "Revision",
          "Chart",
          "Age",
          "App version",
          "Release",
          "Message");
  private static final int NARROW = 7;
  private static final Set<String> EXPLAINED = Set.of("Failed", "Stalled", "Pending");

  public static PrimaryRow of(PrimaryObject primary) {
    var deployed = primary.deployed();
    var conditions = primary.conditions();
    // Its conditions are of an earlier spec: they may not look like the present.
    boolean isBehind = primary.isBehind();
    var reported = isBehind ? Optional.<Condition>empty() : deciding(conditions);
    return new PrimaryRow(
        primary.namespace(),
        primary.name(),
        primary.kind().apiVersion(),
        primary.kind().kind(),
        primary.title(),
        isBehind
            ? "Unknown"
            : Condition.find(Reasons.READY, conditions).map(Condition::status).orElse(""),
        primary.isOfChart() || isBehind ? state(primary, isBehind) : "",
        reported.map(Condition::reason).orElse(""),
        primary
            .unwatched()
            .or(() -> reported.map(found -> found.sentence(conditions)))
            .or(primary::outlook)
            .orElse(""),
        deployed.map(Deployed::name).orElse(""),
        deployed.map(Deployed::revision).orElse(0),
        deployed.map(one -> one.chart() + "-" + one.version()).orElse(""),
        deployed.map(Deployed::appVersion).orElse(""),
        primary.created());
  }

  private static String state(PrimaryObject primary, boolean isBehind) {
    if (isBehind && !primary.isBeingDeleted()) {
      return primary.isAttempted() ? ReportedState.PROGRESSING.word() : "Unseen";
    }
    return primary.deletionFailure().isPresent()
        ? ReportedState.FAILED.word()
        : ReportedState.of(primary.status(), primary.isBeingDeleted()).word();
  }

  /**
   * Returns the condition that says most about the present state. Drift alone makes no object
   * unready.
   */
  public static Optional<Condition> deciding(List<Condition> conditions) {
    var ready = Condition.find(Reasons.READY, conditions);
    return Stream.of(
            Reasons.STALLED,
            Reasons.RELEASE_FAILED,
            Reasons.IRRECONCILABLE,
            Reasons.SPEC_NOT_FOLLOWED,
            Reasons.PAUSED,
            Reasons.DRIFTED)
        .filter(
            type -> !type.equals(Reasons.DRIFTED) || ready.filter(Condition::isTrue).isPresent())
        .flatMap(type -> Condition.find(type, conditions).filter(Condition::isTrue).stream())
        .findFirst()
        .or(() -> ready);
  }

  /** Returns the kind with its group, as kubectl prints it. */
  public String qualifiedKind() {
    return qualifiedName.substring(0, qualifiedName.length() - name.length() - 1);
  }

  private List<Cell> cells(Clock clock) {
    return List.of(
        Cell.of(namespace),
        Cell.of(qualifiedName),
        ready.isEmpty() ? Cell.of("-") : Cell.status(ready),
        Cell.of(standing()),
        Cell.of(revision == 0 ? "" : String.valueOf(revision)),
        Cell.of(chart),
        Cell.of(Age.since(created, clock)),
        Cell.of(appVersion),
        Cell.of(release),
        Cell.of(message));
  }

  /** Returns the state, with the reason where the state alone does not explain it. */
  public String standing() {
    if (state.isEmpty()) {
      return reason;
    }
    return EXPLAINED.contains(state) && !reason.isEmpty() ? state + ": " + reason : state;
  }
}
