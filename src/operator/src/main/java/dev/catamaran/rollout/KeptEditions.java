package dev.catamaran.rollout;

import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.catamaran.api.GroupVersionKind;
import dev.catamaran.chart.Charts.PackagedCharts;
import dev.catamaran.chart.InvalidChartException;
import dev.catamaran.desired.Edition;
import dev.catamaran.desired.Overrides;
import dev.catamaran.informer.Pages;
import dev.catamaran.rollout.Rollouts.Services;
import dev.catamaran.watch.Watch.ValueOptions;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.api.model.SecretList;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.NonNamespaceOperation;
import io.fabric8.kubernetes.client.dsl.Resource;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.HttpURLConnection;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.commons.codec.digest.DigestUtils;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The editions that releases of one kind still need, in Secrets of the operator's own namespace:
 * the image or the registry that brought a chart may be gone. Overrides may be secret.
 */
final class KeptEditions {
  private static final Logger log = LoggerFactory.getLogger(KeptEditions.class);
  private static final JsonMapper JSON = new JsonMapper();
  private static final String LABEL = "catamaran.dev/edition-of";
  private static final String BASELINE = "catamaran.dev/baseline";
  private static final String TYPE = "catamaran.dev/edition";
  private static final String KIND = "catamaran.dev/kind";
  private static final String CHART = "chart.tgz";
  private static final String OVERRIDES = "overrides.json";
  private static final int DIGITS = 10;

  private final NonNamespaceOperation<Secret, SecretList, Resource<Secret>> secrets;
  private final PackagedCharts packages;
  private final GroupVersionKind gvk;
  private final String owner;
  private final Map<String, Edition> editions = new ConcurrentHashMap<>();
  private volatile String baseline = "";

  /** Knows no edition before {@link #load}. */
  KeptEditions(Services services, GroupVersionKind gvk) {
    this.secrets = services.client().secrets().inNamespace(services.namespace());
    this.packages = services.packages();
    this.gvk = gvk;
    this.owner =
        DigestUtils.sha256Hex(services.operator() + "/" + gvk.group() + "/" + gvk.kind())
            .substring(0, DIGITS);
  }

  /** Returns the place for the approved plan of the kind. */
  KeptPlan plan() {
    return new KeptPlan(secrets, "catamaran-plan-" + owner);
  }

  /** Returns the id of the edition that all primaries had before a rollout; empty for none. */
  String baseline() {
    return baseline;
  }

  /** Returns an edition; empty if it is not kept, or not any more. */
  Optional<Edition> find(String id) {
    var found = Optional.ofNullable(editions.get(id));
    if (found.filter(edition -> !Files.isDirectory(edition.chart().path())).isPresent()) {
      load();
      return Optional.ofNullable(editions.get(id));
    }
    return found;
  }

  /**
   * Reads all kept editions. Leaves out one that somebody changed.
   *
   * @throws KubernetesClientException if the API server does not answer, or refuses
   */
  void load() {
    Pages.each(
        secrets.withLabel(LABEL, owner)::list,
        (Secret secret) ->
            read(secret)
                .ifPresent(
                    edition -> {
                      editions.put(edition.id(), edition);
                      if (secret.getMetadata().getLabels().containsKey(BASELINE)) {
                        baseline = edition.id();
                      }
                    }));
  }

  /**
   * Keeps an edition, as the baseline if it is the first.
   *
   * @throws UncheckedIOException if the files of its chart are gone
   * @throws KubernetesClientException if the API server does not answer, or refuses
   */
  void keep(Edition edition, ValueOptions values) {
    if (!baseline.isEmpty() && editions.containsKey(edition.id())) {
      return;
    }
    try {
      secrets.resource(secret(edition, values)).create();
    } catch (KubernetesClientException e) {
      if (e.getCode() != HttpURLConnection.HTTP_CONFLICT) {
        throw e;
      }
    }
    editions.put(edition.id(), edition);
    if (baseline.isEmpty()) {
      rebase(edition.id());
      log.info(
          "{}: edition {} is the first; the next one reaches the custom resources in waves",
          gvk,
          edition.id());
    }
  }

  /** Makes a kept edition the baseline. */
  void rebase(String id) {
    label(id, true);
    if (!baseline.isEmpty() && !baseline.equals(id)) {
      label(baseline, false);
    }
    baseline = id;
  }

  /** Deletes the editions that no release needs; one that cannot be deleted with the next ones. */
  void keepOnly(Set<String> needed) {
    for (var id : List.copyOf(editions.keySet())) {
      if (!needed.contains(id) && !id.equals(baseline)) {
        try {
          secrets.withName(name(id)).delete();
          editions.remove(id);
        } catch (KubernetesClientException e) {
          log.warn(
              "Secret {}, which no release needs, stays until the next rollout has ended: {}",
              name(id),
              e.getMessage());
        }
      }
    }
  }

  private void label(String id, boolean isBaseline) {
    secrets
        .withName(name(id))
        .edit(
            found -> {
              var meta = new SecretBuilder(found).editMetadata();
              return (isBaseline
                      ? meta.addToLabels(BASELINE, "true")
                      : meta.removeFromLabels(BASELINE))
                  .endMetadata()
                  .build();
            });
  }

  private String name(String id) {
    return "catamaran-edition-" + owner + "-" + id;
  }

  private Secret secret(Edition edition, ValueOptions values) {
    var overrides =
        new ValueOptions(List.of(), values.overrides(), values.typing(), values.variables());
    return new SecretBuilder()
        .withNewMetadata()
        .withName(name(edition.id()))
        .addToLabels(LABEL, owner)
        .addToAnnotations(KIND, gvk.kind() + "." + gvk.group())
        .endMetadata()
        .withType(TYPE)
        .addToData(CHART, Base64.getEncoder().encodeToString(edition.chart().toPackage()))
        .addToStringData(OVERRIDES, JSON.valueToTree(overrides).toString())
        .build();
  }

  private Optional<Edition> read(Secret secret) {
    try {
      var data = secret.getData();
      var chart = packages.load(Path.of(secret.getMetadata().getName()), bytes(data, CHART));
      var values = JSON.readValue(bytes(data, OVERRIDES), ValueOptions.class);
      var edition = Edition.named(chart, Overrides.of(values));
      return Optional.of(edition)
          .filter(found -> name(found.id()).equals(secret.getMetadata().getName()));
    } catch (InvalidChartException | IOException | IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private static byte[] bytes(Map<String, String> data, String key) {
    return Base64.getDecoder().decode(data.getOrDefault(key, ""));
  }
}
