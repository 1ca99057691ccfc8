package dev.catamaran.desired;

import dev.catamaran.chart.ValueOverride;
import dev.catamaran.chart.ValueOverride.InvalidOverrideException;
import dev.catamaran.chart.Values;
import dev.catamaran.chart.Values.InvalidValuesFileException;
import dev.catamaran.cluster.Content;
import dev.catamaran.cluster.PrimaryKey;
import dev.catamaran.cluster.ReferencedObjects;
import dev.catamaran.cluster.ReferencedObjects.TooManyReferencesException;
import dev.catamaran.manifest.ObjectKey;
import dev.catamaran.primary.InvalidPrimaryException;
import dev.catamaran.release.Account;
import dev.catamaran.release.SecretTexts;
import dev.catamaran.status.Reasons;
import dev.catamaran.watch.ValuesReference;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.net.HttpURLConnection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;

/** Values of a primary from Secrets and ConfigMaps. Never reports their content. */
public record ReferencedValues(ReferencedObjects objects) {
  /** Limit of characters of all values of a primary: a revision must fit into 1 MiB, compressed. */
  private static final int MOST_CHARACTERS = 4 << 20;

  /**
   * Values that were found.
   *
   * @param values all of them; a later reference overrides an earlier one
   * @param secrets those from Secrets
   */
  record Found(Values values, SecretTexts secrets) {}

  /**
   * Finds the values. From now on, the creation, update or deletion of one of the objects wakes the
   * primary.
   *
   * @param account the account that reads the objects
   * @param namespace the namespace of the objects
   * @throws InvalidPrimaryException if an object is missing or cannot be used
   */
  Found of(PrimaryKey primary, Account account, String namespace, List<ValuesReference> references)
      throws InvalidPrimaryException {
    refer(primary, account, namespace, references);
    var values = Values.empty();
    var secrets = SecretTexts.none();
    long characters = 0;
    for (var reference : references) {
      var text = text(reference, account, namespace);
      if (text.isPresent()) {
        characters += text.get().length();
        if (characters > MOST_CHARACTERS) {
          throw unavailable(
              "the values from Secrets and ConfigMaps have more than %d characters; use fewer or smaller objects"
                  .formatted(MOST_CHARACTERS));
        }
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
            "%s of namespace %s may not be read; grant %s get, list and watch on them; %s"
                .formatted(
                    String.join(", ", references.stream().map(ValuesReference::object).toList()),
                    namespace,
                    account,
                    account.remedy(primary.kind())));
      }
      throw e;
    }
  }

  private Optional<String> text(ValuesReference reference, Account account, String namespace)
      throws InvalidPrimaryException {
    var content = found(key(reference, namespace), account);
    if (content.filter(found -> found.binary().contains(reference.key())).isPresent()) {
      throw unavailable(
          "%s in namespace %s, key %s: not a text in UTF-8"
              .formatted(reference.object(), namespace, reference.key()));
    }
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

  private Optional<Content> found(ObjectKey object, Account account)
      throws InvalidPrimaryException {
    try {
      return objects.find(account, object);
    } catch (TooManyReferencesException e) {
      throw unavailable(String.valueOf(e.getMessage()));
    }
  }

  private static Values put(Values values, ValuesReference reference, String text)
      throws InvalidPrimaryException {
    try {
      return reference.targetPath().isPresent()
          ? values.with(List.of(ValueOverride.literal(reference.targetPath().get(), text)))
          : values.merge(Values.ofYaml(text));
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
