package dev.catamaran.reconcile;

import dev.catamaran.chart.InvalidOverrideException;
import dev.catamaran.chart.InvalidValuesFileException;
import dev.catamaran.chart.SetSyntax;
import dev.catamaran.chart.Values;
import dev.catamaran.chart.YamlValues;
import dev.catamaran.cluster.Content;
import dev.catamaran.cluster.PrimaryKey;
import dev.catamaran.cluster.ReferencedObjects;
import dev.catamaran.cluster.TooManyReferencesException;
import dev.catamaran.manifest.ObjectKey;
import dev.catamaran.release.Account;
import dev.catamaran.release.SecretTexts;
import dev.catamaran.status.Reasons;
import dev.catamaran.watch.ValuesReference;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.net.HttpURLConnection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;

/** The values that a primary has in Secrets and ConfigMaps. Never says what is in them. */
final class ReferencedValues {
  private final ReferencedObjects objects;

  ReferencedValues(ReferencedObjects objects) {
    this.objects = objects;
  }

  /**
   * What was found.
   *
   * @param values all of it, a later reference over an earlier
   * @param secrets what of it came from Secrets
   */
  record Found(Values values, SecretTexts secrets) {}

  /**
   * Finds them. From now on the primary is woken when one of the objects comes, changes or goes.
   *
   * @param account with whose rights they are read
   * @param namespace where the objects are
   * @throws InvalidPrimaryException if one is not there, or cannot be used
   */
  Found of(PrimaryKey primary, Account account, String namespace, List<ValuesReference> references)
      throws InvalidPrimaryException {
    refer(primary, account, namespace, references);
    var values = Values.empty();
    var secrets = SecretTexts.none();
    for (var reference : references) {
      var text = text(reference, account, namespace);
      if (text.isPresent()) {
        values = put(values, reference, text.get());
        switch (reference.kind()) {
          case SECRET ->
              secrets =
                  secrets.and(SecretTexts.in(put(Values.empty(), reference, text.get()).toTree()));
          case CONFIG_MAP -> {}
        }
      }
    }
    return new Found(values, secrets);
  }

  /** The primary is gone. */
  void forget(PrimaryKey primary) {
    objects.forget(primary);
  }

  private void refer(
      PrimaryKey primary, Account account, String namespace, List<ValuesReference> references)
      throws InvalidPrimaryException {
    var wanted = new LinkedHashSet<ObjectKey>();
    references.forEach(reference -> wanted.add(key(reference, namespace)));
    try {
      objects.refer(primary, account, wanted);
    } catch (TooManyReferencesException e) {
      throw unavailable(String.valueOf(e.getMessage()));
    } catch (KubernetesClientException e) {
      if (e.getCode() == HttpURLConnection.HTTP_FORBIDDEN) {
        throw unavailable(
            "%s of namespace %s may not be read; grant %s get, list and watch on them"
                .formatted(
                    String.join(", ", references.stream().map(ValuesReference::object).toList()),
                    namespace,
                    account));
      }
      throw e;
    }
  }

  private Optional<String> text(ValuesReference reference, Account account, String namespace)
      throws InvalidPrimaryException {
    var content = objects.find(account, key(reference, namespace));
    var text = content.map(Content::texts).map(texts -> texts.get(reference.key()));
    if (text.isEmpty() && !reference.optional()) {
      throw unavailable(
          content.isEmpty()
              ? "%s is missing in namespace %s".formatted(reference.object(), namespace)
              : "%s in namespace %s has no key %s"
                  .formatted(reference.object(), namespace, reference.key()));
    }
    return text;
  }

  private static Values put(Values values, ValuesReference reference, String text)
      throws InvalidPrimaryException {
    try {
      return reference.targetPath().isPresent()
          ? values.with(List.of(SetSyntax.literal(reference.targetPath().get(), text)))
          : values.merge(YamlValues.read(text));
    } catch (InvalidValuesFileException e) {
      throw unavailable(
          "%s, key %s: %s".formatted(reference.object(), reference.key(), e.getMessage()));
    } catch (InvalidOverrideException e) {
      throw unavailable(
          "%s, key %s: targetPath: %s"
              .formatted(reference.object(), reference.key(), e.getMessage()));
    }
  }

  private static ObjectKey key(ValuesReference reference, String namespace) {
    return switch (reference.kind()) {
      case SECRET -> ReferencedObjects.secret(namespace, reference.name());
      case CONFIG_MAP -> ReferencedObjects.configMap(namespace, reference.name());
    };
  }

  private static InvalidPrimaryException unavailable(String problem) {
    return new InvalidPrimaryException(Reasons.VALUES_UNAVAILABLE, problem);
  }
}
