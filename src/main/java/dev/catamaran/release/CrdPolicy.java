package dev.catamaran.release;

/** What becomes of the definitions in a chart's {@code crds/} folder. None is ever deleted. */
public enum CrdPolicy {
  /** They are somebody else's business. */
  SKIP("Skip"),
  /** Those that are missing are made; those that are there stay as they are. */
  CREATE("Create"),
  /** Those that are missing are made, and those that differ are brought up to date. */
  CREATE_REPLACE("CreateReplace");

  private final String word;

  CrdPolicy(String word) {
    this.word = word;
  }

  /** As it is written in watches.yaml. */
  public String word() {
    return word;
  }
}
