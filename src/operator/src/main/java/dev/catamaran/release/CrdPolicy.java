package dev.catamaran.release;

/** Treatment of the definitions in a chart's {@code crds/} folder. None is ever deleted. */
public enum CrdPolicy {
  /** The operator ignores them. */
  SKIP("Skip"),
  /** Missing ones are created; existing ones stay unchanged. */
  CREATE("Create"),
  /** Missing ones are created; those that differ are updated. */
  CREATE_REPLACE("CreateReplace");

  private final String word;

  CrdPolicy(String word) {
    this.word = word;
  }

  /** Returns its name in watches.yaml. */
  public String word() {
    return word;
  }
}
