package dev.catamaran.importing;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import dev.catamaran.api.ManagerException;
import dev.catamaran.chart.Values;
import dev.catamaran.helm.StoredRelease;
import dev.catamaran.helm.StoredRevisions;
import dev.catamaran.importing.Wanted.Given;
import dev.catamaran.inspect.ApiRead;
import dev.catamaran.inspect.Cluster;
import dev.catamaran.release.ReleaseKey;
import dev.catamaran.release.Revision;
import dev.catamaran.release.RevisionStatus;
import dev.catamaran.release.UnreadableReleaseException;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.net.URLEncoder;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * The releases that people made with Helm.
 *
 * @param namespace empty for all namespaces
 * @param names empty for all releases
 */
public record HelmImport(Cluster cluster, String namespace, Set<String> names) implements Source {
  @Override
  public String what() {
    return "Helm release";
  }

  @Override
  public List<Found> found(ReleaseImport project) {
    var releases = new Releases(cluster.client());
    return releases.in(namespace).stream()
        .map(
            key ->
                new Found(
                    key.name(), key.toString(), () -> wanted(releases.get(key, "it is gone"))))
        .toList();
  }

  private static Wanted wanted(Releases.Stored stored) {
    stored.requireFree();
    stored
        .helmRelease()
        .ifPresent(
            name -> {
              throw new ManagerException(
                  "the HelmRelease %s of Flux makes it; `catamaran import flux` imports that"
                      .formatted(name));
            });
    var own = Values.of(stored.whole().payload().path("config"));
    var given = new Given(own, Values.empty(), List.of(), Values.empty());
    return new Wanted(stored, given, List.of());
  }

  /** Finds releases in a cluster, with the rights of a person. */
  record Releases(KubernetesClient client) {
    /** A revision has up to a megabyte, and its labels name the release. */
    private static final String SELECTED =
        "labelSelector="
            + URLEncoder.encode("owner=helm,name,status!=superseded", UTF_8)
            + "&limit=500&continue=";

    private static final String FLUX = "helm.toolkit.fluxcd.io/";

    List<ReleaseKey> in(String namespace) {
      var found = new TreeSet<ReleaseKey>(Comparator.comparing(ReleaseKey::toString));
      var within = namespace.isEmpty() ? "" : "/namespaces/" + namespace;
      var next = "";
      do {
        var page =
            ApiRead.get(
                client, "/api/v1" + within + "/secrets?" + SELECTED + next, ApiRead.METADATA);
        page.path("items").forEach(secret -> found.add(key(secret.path("metadata"))));
        next = page.path("metadata").path("continue").asText();
      } while (!next.isEmpty());
      return List.copyOf(found);
    }

    private static ReleaseKey key(JsonNode metadata) {
      return new ReleaseKey(
          metadata.path("namespace").asText(), metadata.path("labels").path("name").asText());
    }

    /**
     * Returns a release.
     *
     * @param ifNone why no revision may be stored
     */
    Stored get(ReleaseKey release, String ifNone) {
      try {
        var stored = new StoredRevisions(client).of(release);
        return stored
            .history()
            .latest()
            .flatMap(
                newest -> stored.whole(newest.number()).map(whole -> new Stored(newest, whole)))
            .orElseThrow(() -> new ManagerException(ifNone));
      } catch (UnreadableReleaseException e) {
        throw new ManagerException(String.valueOf(e.getMessage()));
      }
    }

    /** A release in the cluster: its newest revision, and the same as its Secret holds it. */
    record Stored(Revision newest, StoredRelease whole) {
      ReleaseKey key() {
        return newest.release();
      }

      String title() {
        return "%s, revision %d".formatted(key(), newest.number());
      }

      ReleasedChart chart() {
        return new ReleasedChart(whole);
      }

      String chartName() {
        return newest.chart().name();
      }

      String chartVersion() {
        return newest.chart().version();
      }

      /** Throws a ManagerException if an operator cannot take it over as it is. */
      void requireFree() {
        if (newest.origin().isPresent()) {
          throw new ManagerException(
              "it belongs to %s, which a Catamaran operator made"
                  .formatted(newest.origin().get().primary()));
        }
        if (newest.ownerUid().isPresent()) {
          throw new ManagerException(
              "a custom resource of another operator owns it; docs/migrate/from-go-operators.md says how to move that");
        }
        if (newest.status() != RevisionStatus.DEPLOYED) {
          throw new ManagerException(
              "its newest revision is %s; end that with helm upgrade or helm rollback, because only deployed releases are taken over"
                  .formatted(newest.status().helmName()));
        }
        newest
            .manifest()
            .problem()
            .ifPresent(
                problem -> {
                  throw new ManagerException("its manifest cannot be read: " + problem);
                });
      }

      Optional<String> helmRelease() {
        return newest.manifest().objects().stream()
            .map(object -> object.content().path("metadata").path("labels"))
            .filter(labels -> labels.has(FLUX + "name"))
            .map(
                labels ->
                    labels.path(FLUX + "namespace").asText()
                        + "/"
                        + labels.path(FLUX + "name").asText())
            .filter(found -> !found.equals("/"))
            .findFirst();
      }
    }
  }
}
