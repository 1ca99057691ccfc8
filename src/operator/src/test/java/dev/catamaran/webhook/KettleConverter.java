package dev.catamaran.webhook;

import dev.catamaran.kit.Converter;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import java.util.Map;
import java.util.Optional;

/** Keeps in annotations the fields that the old version lacks. */
public final class KettleConverter implements Converter<Kettle, OldKettle> {
  static final String MILLILITERS = Kettle.GROUP + "/milliliters";
  static final String MATERIAL = Kettle.GROUP + "/material";
  private static final int LITER = 1000;

  @Override
  public Kettle toHub(OldKettle old) {
    if (old.getSpec().liters() < 0) {
      throw new IllegalArgumentException("spec.liters must not be negative");
    }
    var metadata = new ObjectMetaBuilder(old.getMetadata());
    var kept = Optional.ofNullable(old.getMetadata().getAnnotations()).orElse(Map.of());
    int exact = Integer.parseInt(kept.getOrDefault(MILLILITERS, "-1"));
    // A client of the old version may have changed the liters since.
    int liters = old.getSpec().liters();
    var kettle = new Kettle();
    kettle.setMetadata(
        metadata.removeFromAnnotations(MILLILITERS).removeFromAnnotations(MATERIAL).build());
    kettle.setSpec(
        new Kettle.Spec(exact / LITER == liters ? exact : liters * LITER, kept.get(MATERIAL)));
    return kettle;
  }

  @Override
  public OldKettle fromHub(Kettle kettle) {
    var old = new OldKettle();
    var annotations = old.getMetadata().getAnnotations();
    annotations.put(MILLILITERS, String.valueOf(kettle.getSpec().milliliters()));
    if (kettle.getSpec().material() != null) {
      annotations.put(MATERIAL, kettle.getSpec().material());
    }
    old.setSpec(new OldKettle.Spec(kettle.getSpec().milliliters() / LITER));
    return old;
  }
}
