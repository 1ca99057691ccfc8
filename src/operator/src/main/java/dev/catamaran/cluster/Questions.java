package dev.catamaran.cluster;

import dev.catamaran.release.Asked;
import dev.catamaran.release.History;
import dev.catamaran.release.ReleaseInput;
import dev.catamaran.release.ReleaseKey;
import dev.catamaran.release.Revision.Origin;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/**
 * What charts ask of {@code .Capabilities}, and what the cluster answers now. A stored revision
 * says what its templates asked; what no revision says is remembered here: the questions of a
 * rendering that failed, or that was compared.
 */
public final class Questions {
  /** More releases fail at the same time hardly ever. */
  private static final int MOST = 1000;

  private final ApiResources apis;
  private final Map<ReleaseKey, Asked> last = new ConcurrentHashMap<>();

  public Questions(ApiResources apis) {
    this.apis = apis;
  }

  /** Remembers what a rendering asked; empty if there is a stored revision of it. */
  public void note(ReleaseKey release, Optional<Asked> asked) {
    if (last.size() >= MOST) {
      last.clear();
    }
    asked.ifPresentOrElse(now -> last.put(release, now), () -> last.remove(release));
  }

  /** Lets what is served be asked again: the engine has made a definition. */
  public void defined() {
    apis.invalidate();
  }

  /** Returns how old the engine's knowledge of the cluster may be. */
  public Duration mostAge() {
    return apis.mostAge();
  }

  /** Returns the input of a release with the present answers to what its revisions asked. */
  public ReleaseInput in(ReleaseKey release, History stored, ReleaseInput input) {
    var asked =
        Stream.concat(
                Stream.ofNullable(last.get(release)),
                stored.revisions().reversed().stream()
                    .flatMap(each -> each.origin().flatMap(Origin::asked).stream()))
            .toList();
    return input.in(today(asked), asked.stream().findFirst());
  }

  /**
   * Returns the present answers. One that seems to have changed is asked again: no watch shows what
   * another server serves, and the engine always asks that one itself.
   */
  private Asked today(List<Asked> before) {
    var now = new TreeMap<String, String>();
    for (var asked : before) {
      for (var each : asked.answers().entrySet()) {
        var question = each.getKey();
        if (!each.getValue().equals(now.computeIfAbsent(question, this::answer))) {
          apis.confirm(question);
          now.put(question, answer(question));
        }
      }
    }
    return new Asked(now);
  }

  private String answer(String question) {
    return switch (question) {
      case Asked.VERSION -> apis.kubernetesVersion();
      case Asked.LIST -> apis.listDigest();
      default -> String.valueOf(apis.has(question));
    };
  }
}
