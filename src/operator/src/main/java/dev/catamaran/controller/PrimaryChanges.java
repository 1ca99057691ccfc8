package dev.catamaran.controller;

import dev.catamaran.cluster.KindClasses.OfKind;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.javaoperatorsdk.operator.processing.event.source.filter.OnUpdateFilter;
import java.util.Objects;

/**
 * Selects the changes of a chart-backed primary that need a pass: of its spec, labels, annotations
 * and finalizers, and its deletion. A change of status alone comes from our own report.
 */
final class PrimaryChanges implements OnUpdateFilter<OfKind> {

  @Override
  public boolean accept(OfKind now, OfKind before) {
    var one = now.getMetadata();
    var other = before.getMetadata();
    return !Objects.equals(one.getGeneration(), other.getGeneration())
        || !Objects.equals(one.getUid(), other.getUid())
        || !Objects.equals(one.getLabels(), other.getLabels())
        || !Objects.equals(one.getAnnotations(), other.getAnnotations())
        || !Objects.equals(one.getFinalizers(), other.getFinalizers())
        || isDeleted(one) != isDeleted(other);
  }

  private static boolean isDeleted(ObjectMeta meta) {
    return meta.getDeletionTimestamp() != null;
  }
}
