package dev.catamaran.informer;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.KubernetesResourceList;
import io.fabric8.kubernetes.api.model.ListOptions;
import io.fabric8.kubernetes.api.model.ListOptionsBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Reads collections page by page: anybody may write into them, so what is read is bounded before it
 * is held. All listings of the operator go through this class or {@link ReducedInformer}.
 */
public final class Pages {
  /**
   * Maximum number of objects in one answer, so only that many are whole in memory at a time. An
   * object has up to 1.5 MB (etcd, --max-request-bytes).
   */
  public static final long SIZE = 25;

  private Pages() {}

  /**
   * Passes on all objects of a collection, one page after another.
   *
   * @param list lists with these options
   * @param found keeps what it needs of an object; an exception of it ends the listing
   * @return the resource version of the collection
   */
  public static <T extends HasMetadata, L extends KubernetesResourceList<T>> String each(
      Function<ListOptions, L> list, Consumer<T> found) {
    var next = "";
    while (true) {
      var page = list.apply(new ListOptionsBuilder().withLimit(SIZE).withContinue(next).build());
      page.getItems().forEach(found);
      next = page.getMetadata().getContinue();
      if (next == null || next.isEmpty()) {
        return page.getMetadata().getResourceVersion();
      }
    }
  }

  /** Returns all objects of a collection: for the command, which holds what it shows. */
  public static <T extends HasMetadata, L extends KubernetesResourceList<T>> List<T> all(
      Function<ListOptions, L> list) {
    var all = new ArrayList<T>();
    each(list, all::add);
    return all;
  }

  /** Returns the first objects of a collection, at most a page of them. */
  public static <T extends HasMetadata, L extends KubernetesResourceList<T>> L first(
      Function<ListOptions, L> list) {
    return list.apply(new ListOptionsBuilder().withLimit(SIZE).build());
  }
}
