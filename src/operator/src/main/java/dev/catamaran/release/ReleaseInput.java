package dev.catamaran.release;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.commons.codec.digest.DigestUtils;

/**
 * The input of a release. Pure.
 *
 * @param digest of the whole input: the same digest means the same release
 * @param content digest of chart and values
 * @param apis the chart's questions about APIs, and the cluster's answers
 */
public record ReleaseInput(String digest, String content, SortedMap<String, Boolean> apis) {
  /** Each further question doubles the work of {@link #differsInApisOnly}. */
  private static final int MOST_APIS = 8;

  private static final String MARKED = ".";

  public ReleaseInput {
    apis = Collections.unmodifiableSortedMap(new TreeMap<>(apis));
  }

  /** Computes the digest. */
  public static ReleaseInput of(String content, SortedMap<String, Boolean> apis) {
    return new ReleaseInput(digest(content, apis), content, apis);
  }

  /** Returns an input without questions about APIs. */
  public static ReleaseInput ofDigest(String digest) {
    return new ReleaseInput(digest, digest, new TreeMap<>());
  }

  /**
   * Returns the same input, with a mark of the overrides in its digest. The mark tells later with
   * which overrides a revision was made; an input with another mark is the same input.
   *
   * @param mark of the overrides, with the id of the edition behind a dot for a kind with rollouts;
   *     empty for none
   */
  public ReleaseInput markedBy(String mark) {
    return mark.isEmpty() ? this : new ReleaseInput(digest + MARKED + mark, content, apis);
  }

  /** Returns the mark of the overrides in a digest; empty for none. */
  public static String markIn(String digest) {
    return part(digest, 1);
  }

  /** Returns the id of the edition in a digest: of chart and overrides. Empty for none. */
  public static String editionIn(String digest) {
    return part(digest, 2);
  }

  private static String part(String digest, int index) {
    var parts = digest.split("[.]", -1);
    return index < parts.length ? parts[index] : "";
  }

  /** Whether two digests are of the same input. */
  public static boolean isSame(String one, String other) {
    return unmarked(one).equals(unmarked(other));
  }

  private static String unmarked(String digest) {
    int marked = digest.indexOf(MARKED);
    return marked < 0 ? digest : digest.substring(0, marked);
  }

  /**
   * Whether {@code other} is the digest of the same chart and values with other answers of the
   * cluster. A digest shows nothing of its parts, so this computes the digest of all other answers.
   * False for a chart with many questions.
   */
  public boolean differsInApisOnly(String other) {
    if (apis.size() > MOST_APIS) {
      return false;
    }
    var asked = new ArrayList<>(apis.keySet());
    for (int answers = 0; answers < 1 << asked.size(); answers++) {
      var answered = new TreeMap<String, Boolean>();
      for (int api = 0; api < asked.size(); api++) {
        answered.put(asked.get(api), (answers >> api & 1) == 1);
      }
      if (!answered.equals(apis) && isSame(digest(content, answered), other)) {
        return true;
      }
    }
    return false;
  }

  private static String digest(String content, SortedMap<String, Boolean> apis) {
    var digested = new StringBuilder(content);
    for (Map.Entry<String, Boolean> api : apis.entrySet()) {
      digested.append(api.getKey()).append('=').append(api.getValue()).append('\n');
    }
    return DigestUtils.sha256Hex(digested.toString());
  }
}
