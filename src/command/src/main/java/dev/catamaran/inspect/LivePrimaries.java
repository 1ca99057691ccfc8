package dev.catamaran.inspect;

import dev.catamaran.informer.Pages;
import dev.catamaran.informer.ReducingStore;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

/** The primaries of a scope in memory, as rows of a list. A watch of each kind keeps them new. */
public final class LivePrimaries implements AutoCloseable {
  private final List<Followed> kinds = new ArrayList<>();
  private final List<String> notes = new ArrayList<>();

  private LivePrimaries() {}

  private record Followed(
      PrimaryKind kind,
      SharedIndexInformer<GenericKubernetesResource> informer,
      ReducingStore<GenericKubernetesResource, PrimaryRow> store) {}

  /**
   * Lists the primaries and begins to watch them. Their kinds stay the same from now on.
   *
   * @param patience for the first list of each kind; a kind that takes longer comes later
   */
  public static LivePrimaries of(Scope scope, Duration patience) {
    var listing = scope.list();
    var live = new LivePrimaries();
    listing.note().ifPresent(live.notes::add);
    listing.listed().keySet().forEach(kind -> live.kinds.add(followed(scope, kind)));
    live.kinds.stream()
        .map(each -> each.informer().start().toCompletableFuture())
        .toList()
        .forEach(started -> await(started, patience));
    return live;
  }

  private static Followed followed(Scope scope, PrimaryKind kind) {
    var store =
        new ReducingStore<GenericKubernetesResource, PrimaryRow>(
            GenericKubernetesResource::new,
            object -> PrimaryRow.of(PrimaryObject.of(kind, object)),
            new Unheard());
    var informer =
        scope
            .at(kind)
            .withLimit(Pages.SIZE)
            .runnableInformer(0)
            .removeNamespaceIndex()
            .itemStore(store)
            .exceptionHandler((isStarted, failure) -> true);
    return new Followed(kind, informer, store);
  }

  private static void await(CompletableFuture<Void> started, Duration patience) {
    try {
      started.get(patience.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (TimeoutException | ExecutionException e) {
      // The informer goes on trying, and the notes name its kind until then.
    }
  }

  /** Returns the kinds, those without a primary too. */
  public List<PrimaryKind> kinds() {
    return kinds.stream().map(Followed::kind).toList();
  }

  /** Returns the rows in no order. */
  public List<PrimaryRow> rows() {
    return kinds.stream().flatMap(each -> each.store().all()).toList();
  }

  /** Returns sentences about what is not in the list, or may be old. */
  public List<String> notes() {
    var interrupted =
        kinds.stream()
            .filter(each -> !each.informer().isWatching())
            .map(
                each ->
                    "the API server is not watched for %s at present: the list may be old"
                        .formatted(each.kind().qualified()));
    return Stream.concat(notes.stream(), interrupted).toList();
  }

  @Override
  public void close() {
    kinds.forEach(each -> each.informer().close());
  }

  /** The rows are read when a person asks for them. */
  private record Unheard() implements ReducingStore.Listener<PrimaryRow> {
    @Override
    public void added(PrimaryRow now) {}

    @Override
    public void changed(PrimaryRow before, PrimaryRow now) {}

    @Override
    public void removed(PrimaryRow last) {}
  }
}
