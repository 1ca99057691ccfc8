package dev.catamaran.project;

/**
 * A line of an update's report, for programs.
 *
 * @param file path from the project's folder
 */
public record UpdateFinding(Kind kind, String file, String message) {

  /** What a finding is about. */
  public enum Kind {
    CHART_UPDATED("a chart has a new version", "see what follows from it"),
    CHART_CONFLICT(
        "an edit and a change of the new version are at the same place", "decide in the file"),
    VALUE_NARROWED(
        "a value of the kind vanishes or accepts less",
        "look for primaries that set it before you merge"),
    PERMISSION_ADDED("the operator or an account gets more permissions", "look at the template"),
    PRIMARY_CHANGES("live primaries change", "see the objects"),
    PRIMARY_RESTARTS("live primaries replace their pods", "choose a time, or use a rollout"),
    PRIMARY_FAILS(
        "the upgrade of a live primary would fail", "change its spec, or wait with the update"),
    PRIMARY_UNKNOWN("what happens to live primaries is not known", "see the sentence");

    private final String meaning;
    private final String remedy;

    Kind(String meaning, String remedy) {
      this.meaning = meaning;
      this.remedy = remedy;
    }

    /** Returns what a finding means. */
    public String meaning() {
      return meaning;
    }

    /** Returns what to do about a finding. */
    public String remedy() {
      return remedy;
    }
  }
}
