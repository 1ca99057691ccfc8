package dev.catamaran.inspect;

import dev.catamaran.inspect.Ink.Paint;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import java.time.Clock;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;

/** Prints all primaries, and then each changed one, until the thread is interrupted. */
public final class Following {
  private final Scope scope;
  private final Output output;
  private final Clock clock;
  private final Paint paint;
  private final boolean hasHead;
  private final BlockingQueue<PrimaryRow> changes = new LinkedBlockingQueue<>();
  private final Map<String, PrimaryRow> printed = new HashMap<>();

  /**
   * Makes it.
   *
   * @param hasHead whether a table begins with the names of its columns
   */
  public Following(Scope scope, Output output, Clock clock, Paint paint, boolean hasHead) {
    this.scope = scope;
    this.output = output;
    this.clock = clock;
    this.paint = paint;
    this.hasHead = hasHead;
  }

  /**
   * Prints lines, or one document for each primary.
   *
   * @param listing the primaries at the beginning; its kinds are followed
   */
  public void run(Listing listing, Consumer<String> out) {
    var first = listing.rows().items();
    var informers =
        listing.listed().keySet().stream()
            .map(kind -> scope.at(kind).inform(new Changes(kind)))
            .toList();
    try {
      var table =
          Table.of(
              PrimaryRow.head(output),
              first.stream().map(row -> row.cells(output, clock)).toList());
      if (!output.isData() && hasHead) {
        out.accept(table.head(paint));
      }
      first.forEach(row -> print(row, table, out));
      while (!Thread.currentThread().isInterrupted()) {
        print(changes.take(), table, out);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      informers.forEach(informer -> informer.close());
    }
  }

  private void print(PrimaryRow row, Table table, Consumer<String> out) {
    var before = printed.put(row.namespace() + "/" + row.qualifiedName(), row);
    if (!row.equals(before)) {
      out.accept(output.ofMany(row, () -> List.of(table.line(row.cells(output, clock), paint))));
    }
  }

  private final class Changes implements ResourceEventHandler<GenericKubernetesResource> {
    private final PrimaryKind kind;

    Changes(PrimaryKind kind) {
      this.kind = kind;
    }

    private void offer(GenericKubernetesResource object) {
      changes.add(PrimaryRow.of(PrimaryObject.of(kind, object)));
    }

    @Override
    public void onAdd(GenericKubernetesResource object) {
      offer(object);
    }

    @Override
    public void onUpdate(GenericKubernetesResource before, GenericKubernetesResource now) {
      offer(now);
    }

    /** The state before a deletion is printed already. */
    @Override
    public void onDelete(GenericKubernetesResource object, boolean isUnknown) {}
  }
}
