package dev.catamaran.inspect;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import dev.catamaran.inspect.Ink.Paint;
import java.time.Clock;
import java.util.List;

/**
 * Everything about one primary.
 *
 * @param release its release; none for a typed kind, or before the first install
 * @param manifestProblem why the manifest cannot be read; empty if it can
 * @param unknown values of its spec that the chart does not know
 * @param history its revisions, oldest first; not in the output
 */
public record PrimaryReport(
    PrimaryRow primary,
    List<Condition> conditions,
    List<ReleaseRow> release,
    String manifestProblem,
    List<DescendantRow> descendants,
    List<ObjectEvent> events,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) List<String> unknown,
    @JsonIgnore List<HistoryRow> history) {
  /** Reports on a primary. */
  public static PrimaryReport of(Scope scope, Target target) {
    return of(scope, scope.primary(target));
  }

  /** Reports on a primary that was read. */
  public static PrimaryReport of(Scope scope, PrimaryObject primary) {
    return new Inspection(scope).of(primary);
  }

  /** Returns the report as a tree. */
  public List<String> lines(Clock clock, Paint paint) {
    return new ReportTree(this, clock, paint).lines();
  }
}
