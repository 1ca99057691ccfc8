package dev.catamaran.inspect;

import dev.catamaran.inspect.Ink.Paint;
import java.time.Clock;
import java.util.List;

/**
 * Everything about one primary.
 *
 * @param release its release; none for a typed kind, or before the first install
 * @param manifestProblem why the manifest cannot be read; empty if it can
 */
public record PrimaryReport(
    PrimaryRow primary,
    List<Condition> conditions,
    List<ReleaseRow> release,
    String manifestProblem,
    List<DescendantRow> descendants,
    List<ObjectEvent> events) {
  /** Copies the lists. */
  public PrimaryReport {
    conditions = List.copyOf(conditions);
    release = List.copyOf(release);
    descendants = List.copyOf(descendants);
    events = List.copyOf(events);
  }

  /** Reports on a primary. */
  public static PrimaryReport of(Scope scope, Target target) {
    return new Inspection(scope).of(scope.primary(target));
  }

  /** Returns the report as a tree. */
  public List<String> lines(Clock clock, Paint paint) {
    return new ReportTree(this, clock, paint).lines();
  }
}
