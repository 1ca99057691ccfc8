package dev.catamaran.inspect;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.catamaran.chart.ValueOverride;
import dev.catamaran.chart.ValueOverride.InvalidOverrideException;
import dev.catamaran.chart.Values;
import dev.catamaran.chart.Values.InvalidValuesFileException;
import dev.catamaran.primary.PrimaryAnnotations;
import dev.catamaran.watch.ValuesReference;
import dev.catamaran.watch.Watch.Source;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.net.HttpURLConnection;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Reads the Secrets and ConfigMaps that values come from. Leaves out what does not exist, or what
 * the person has no right to read.
 */
public final class ReferencedSources {
  /**
   * Values of an object that the primary or its watch names.
   *
   * @param object such as {@code Secret passwords}
   */
  public record Referenced(String object, boolean isSecret, ObjectNode values) {
    /** Omits the values, which may be secret. */
    @Override
    public String toString() {
      return object;
    }
  }

  private final KubernetesClient client;
  private final String namespace;

  public ReferencedSources(KubernetesClient client, String namespace) {
    this.client = client;
    this.namespace = namespace;
  }

  public List<Referenced> of(PrimaryObject primary) {
    return named(primary).stream().flatMap(reference -> referenced(reference).stream()).toList();
  }

  public static List<ValuesReference> named(PrimaryObject primary) {
    var ofWatch =
        primary.kind().chart().map(Source.HelmChart::values).stream()
            .flatMap(options -> options.from().stream());
    return Stream.concat(ofWatch, own(primary)).toList();
  }

  private static Stream<ValuesReference> own(PrimaryObject primary) {
    try {
      return primary.annotation(PrimaryAnnotations.VALUES_FROM).stream()
          .flatMap(text -> ValuesReference.parseAll(text).stream());
    } catch (IllegalArgumentException e) {
      // The operator reports it, too.
      return Stream.of();
    }
  }

  /** Returns the values of one object; empty if it has none, or the person may not read it. */
  public Optional<Values> values(ValuesReference reference) {
    return text(reference).flatMap(text -> values(reference, text));
  }

  private Optional<Referenced> referenced(ValuesReference reference) {
    return values(reference)
        .map(
            values ->
                new Referenced(
                    reference.kind().word() + " " + reference.name(),
                    reference.kind() == ValuesReference.Kind.SECRET,
                    values.toTree()));
  }

  private static Optional<Values> values(ValuesReference reference, String text) {
    try {
      return Optional.of(
          reference.targetPath().isPresent()
              ? Values.empty()
                  .with(List.of(ValueOverride.literal(reference.targetPath().get(), text)))
              : Values.ofYaml(text));
    } catch (InvalidValuesFileException | InvalidOverrideException e) {
      return Optional.empty();
    }
  }

  private Optional<String> text(ValuesReference reference) {
    try {
      return switch (reference.kind()) {
        case SECRET ->
            Optional.ofNullable(
                    client.secrets().inNamespace(namespace).withName(reference.name()).get())
                .map(Secret::getData)
                .map(data -> data.get(reference.key()))
                .map(encoded -> Base64.getDecoder().decode(encoded))
                .map(bytes -> new String(bytes, StandardCharsets.UTF_8));
        case CONFIG_MAP ->
            Optional.ofNullable(
                    client.configMaps().inNamespace(namespace).withName(reference.name()).get())
                .map(ConfigMap::getData)
                .map(data -> data.get(reference.key()));
      };
    } catch (KubernetesClientException e) {
      if (e.getCode() == HttpURLConnection.HTTP_FORBIDDEN) {
        return Optional.empty();
      }
      throw e;
    }
  }
}
