package dev.catamaran.desired;

import com.fasterxml.jackson.databind.JsonNode;
import dev.catamaran.chart.ChartOffer;
import dev.catamaran.chart.Values;
import dev.catamaran.cluster.KindClasses.OfKind;
import dev.catamaran.cluster.PrimaryKey;
import dev.catamaran.desired.ReferencedValues.Found;
import dev.catamaran.extension.Extensions;
import dev.catamaran.primary.InvalidPrimaryException;
import dev.catamaran.primary.KnownSecrets;
import dev.catamaran.primary.Primaries;
import dev.catamaran.primary.Primary;
import dev.catamaran.primary.PrimaryAnnotations;
import dev.catamaran.release.Confinement;
import dev.catamaran.release.ReleaseKey;
import dev.catamaran.release.SecretTexts;
import dev.catamaran.release.ValuesCheck;
import dev.catamaran.status.Reasons;
import dev.catamaran.watch.ValuesReference;
import dev.catamaran.watch.Watch.Permission;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.util.ArrayList;
import java.util.List;

/**
 * Values for the rendering of a chart. Each source overrides the one before: the watch's
 * valuesFrom, the primary's own, its spec, the result of translators from all these,
 * overrideValues. Helm adds the chart's defaults below.
 */
public final class ReleaseValues {
  private final ChartOffer charts;
  private final List<ValuesReference> from;
  private final Rights rights;
  private final Extensions extensions;
  private final ReferencedValues referenced;
  private final KnownSecrets secrets;
  private final SchemaCheck schemaCheck;

  public ReleaseValues(
      ChartOffer charts,
      List<ValuesReference> from,
      Rights rights,
      Extensions extensions,
      ReferencedValues referenced,
      KnownSecrets secrets,
      ValuesCheck schemas) {
    this.charts = charts;
    this.from = List.copyOf(from);
    this.rights = rights;
    this.extensions = extensions;
    this.referenced = referenced;
    this.secrets = secrets;
    this.schemaCheck = new SchemaCheck(schemas);
  }

  /**
   * Values, and those that no message may contain.
   *
   * @param secrets the values from Secrets and from the environment
   * @param confinement what keeps the objects that the values make in their namespace
   */
  public record Made(Values values, SecretTexts secrets, Confinement confinement) {}

  /**
   * Returns the values of {@code primary}.
   *
   * @throws InvalidPrimaryException if the chart cannot be rendered with them
   */
  Made of(Primary primary, ReleaseKey release, Edition edition) throws InvalidPrimaryException {
    var made = unchecked(primary, release, edition);
    schemaCheck.check(
        primary.identity().uid(), release, edition.chart(), made.values(), made.secrets());
    var unrepresentable = made.values().unrepresentable();
    if (unrepresentable.isPresent()) {
      throw new InvalidPrimaryException(
          "spec.%s: beyond the 64 bits of an integer; quote it".formatted(unrepresentable.get()));
    }
    return made;
  }

  public PlannedInput planned(Primary primary, ReleaseKey release) {
    var spec = Primaries.spec(primary.object());
    var own =
        (spec.isObject() ? Values.of(spec).digest() : spec.toString())
            + primary.annotations().valuesFrom();
    try {
      return PlannedInput.of(own, referenced(primary, release).values());
    } catch (InvalidPrimaryException | KubernetesClientException e) {
      // One primary must not keep the others from a plan. Its own pass says what is wrong.
      return PlannedInput.unusable(own);
    }
  }

  /**
   * Returns the values of {@code primary} without a look at the chart's schema.
   *
   * @throws InvalidPrimaryException if there are none
   */
  public Made unchecked(Primary primary, ReleaseKey release, Edition edition)
      throws InvalidPrimaryException {
    var overrides = edition.overrides();
    secrets.remember(primary.identity().uid(), overrides.variables());
    var spec = Primaries.spec(primary.object());
    if (!isMapping(spec)) {
      throw new InvalidPrimaryException(
          "spec must be an object: its fields are the chart's values");
    }
    var own = charts.valuesOf(Values.of(spec));
    var found = referenced(primary, release);
    var ofAuthor = extensions.translate(primary.object(), release, found.values().merge(own));
    var values = overrides.over(ofAuthor);
    var hidden = found.secrets().and(overrides.variables());
    return new Made(
        values,
        hidden,
        new Confinement(
            rights.placement().places(),
            overrides.alone(),
            rights.accountsOutOfReach(primary, release),
            rights.placement().manifestValues()));
  }

  void forget(OfKind primary) {
    var identity = Primaries.identity(primary);
    referenced.forget(PrimaryKey.of(identity));
    schemaCheck.forget(identity.uid());
  }

  private Found referenced(Primary primary, ReleaseKey release) throws InvalidPrimaryException {
    var identity = primary.identity();
    var references = new ArrayList<>(from);
    var own = primary.annotations().valuesFrom();
    if (identity.namespace().isEmpty() && !own.isEmpty()) {
      throw new InvalidPrimaryException(
          Reasons.INVALID_ANNOTATION,
          "annotation %s: a custom resource without namespace has none to take values from"
              .formatted(PrimaryAnnotations.VALUES_FROM));
    }
    for (var reference : own) {
      switch (reference.kind()) {
        case SECRET -> checkSecret(reference);
        case CONFIG_MAP -> {}
      }
    }
    references.addAll(own);
    var namespace = identity.namespace().isEmpty() ? release.namespace() : identity.namespace();
    var account = rights.account(primary, release);
    var found = referenced.of(PrimaryKey.of(identity), account, namespace, references);
    secrets.remember(identity.uid(), found.secrets());
    return found;
  }

  private void checkSecret(ValuesReference reference) throws InvalidPrimaryException {
    rights.require(
        Permission.VALUES_FROM_SECRETS,
        "annotation %s: custom resources of this kind take no values from Secrets; remove %s"
            .formatted(PrimaryAnnotations.VALUES_FROM, reference.object()));
  }

  private static boolean isMapping(JsonNode spec) {
    return spec.isObject() || spec.isNull() || spec.isMissingNode();
  }
}
