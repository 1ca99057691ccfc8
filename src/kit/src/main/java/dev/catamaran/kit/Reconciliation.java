package dev.catamaran.kit;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import java.net.HttpURLConnection;
import java.util.Collection;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Reconciles the descendants of one primary, in one pass. */
record Reconciliation<P extends HasMetadata>(
    P primary,
    Context<P> context,
    Marks marks,
    DescendantWriter writer,
    Applied applied,
    Descendants all) {

  /** Identity of a desired object. */
  record Key(DescendantKind kind, ResourceID id) {}

  /**
   * Returns a copy of a desired object, completed for an apply.
   *
   * @throws IllegalArgumentException if its kind was not declared, or it needs a namespace
   */
  HasMetadata complete(HasMetadata desired) {
    var serialization = context.getClient().getKubernetesSerialization();
    // Through JSON, so a number has the same type as in the API server's response.
    var copy = serialization.unmarshal(serialization.asJson(desired), desired.getClass());
    if (copy.getMetadata() == null) {
      copy.setMetadata(new ObjectMeta());
    }
    copy.getMetadata().setNamespace(all.kindOf(copy).namespaceOf(copy, primary).orElse(null));
    // They belong to the original of the author's copy; the API server refuses an apply with them.
    copy.getMetadata().setManagedFields(null);
    copy.getMetadata().setResourceVersion(null);
    copy.getMetadata().setUid(null);
    marks.putOn(copy);
    return copy;
  }

  Key keyOf(HasMetadata object) {
    var kind = all.kindOf(object);
    var namespace = kind.namespaceOf(object, primary).orElse(null);
    return new Key(kind, new ResourceID(object.getMetadata().getName(), namespace));
  }

  /**
   * Creates or updates an object, and returns its new state.
   *
   * @throws MissingKindException if the cluster does not serve its kind, or no longer
   */
  HasMetadata bringAbout(HasMetadata desired) {
    var key = keyOf(desired);
    try {
      return find(key).map(seen -> update(seen, desired)).orElseGet(() -> create(desired));
    } catch (KubernetesClientException e) {
      if (e.getCode() == HttpURLConnection.HTTP_NOT_FOUND) {
        all.informers().requireServed(key.kind(), context);
      }
      throw e;
    }
  }

  private Optional<HasMetadata> find(Key key) {
    return all.informers().running(key.kind(), context).flatMap(found -> found.get(key.id()));
  }

  private HasMetadata create(HasMetadata desired) {
    return writer
        .create(desired)
        .map(created -> remember(created, desired, Optional.empty()))
        .orElseGet(() -> updateUnseen(desired));
  }

  /**
   * Applies to an existing object that the informer does not show: a foreign one, or ours without
   * its label.
   */
  private HasMetadata updateUnseen(HasMetadata desired) {
    return writer
        .read(desired)
        .map(found -> update(found, desired))
        .orElseThrow(() -> new IllegalStateException(Named.of(desired) + " comes and goes"));
  }

  private HasMetadata update(HasMetadata live, HasMetadata desired) {
    if (!marks.areOn(live)) {
      throw new ForeignObjectException(live, primary);
    }
    // The end of a deletion triggers the next pass.
    if (live.isMarkedForDeletion() || applied.isProven(live, desired, context)) {
      return live;
    }
    var now = writer.apply(desired, live.getMetadata().getUid());
    return remember(now, desired, Optional.of(live));
  }

  /** Lets the next pass read the result of this one, even if the watch is late. */
  private HasMetadata remember(
      HasMetadata live, HasMetadata desired, Optional<HasMetadata> before) {
    applied.prove(live, desired, context);
    all.informers().remember(live, before, keyOf(live), context);
    return live;
  }

  /** Deletes this primary's descendants that are no longer desired. */
  void prune(Collection<HasMetadata> wanted) {
    var keys = wanted.stream().map(this::keyOf).collect(Collectors.toUnmodifiableSet());
    all.kinds().forEach(kind -> prune(kind, keys));
  }

  private void prune(DescendantKind kind, Set<Key> wanted) {
    all.informers().running(kind, context).stream()
        .flatMap(informer -> informer.getSecondaryResources(primary).stream())
        .filter(marks::areOn)
        .filter(seen -> !seen.isMarkedForDeletion())
        .filter(seen -> !wanted.contains(keyOf(seen)))
        .forEach(writer::delete);
  }
}
