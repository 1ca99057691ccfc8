package dev.catamaran.reconcile;

import dev.catamaran.api.GroupVersionKind;
import dev.catamaran.cluster.KindClasses.OfKind;
import dev.catamaran.cluster.PrimaryKey;
import dev.catamaran.primary.Primaries;
import dev.catamaran.primary.Primary;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.stream.Stream;

/** Forwards a change from an informer of the whole manager to the one kind that it concerns. */
public final class PrimaryRouter {
  private final Map<Kind, WakeUps> byKind = new ConcurrentHashMap<>();
  private final Function<PrimaryKey, Optional<OfKind>> others;

  /** Knows only primaries that are reconciled here. */
  public PrimaryRouter() {
    this(primary -> Optional.empty());
  }

  /** Also finds {@code others}, and wakes none of them. */
  public PrimaryRouter(Function<PrimaryKey, Optional<OfKind>> others) {
    this.others = others;
  }

  private record Kind(String group, String kind) {}

  private Stream<WakeUps> of(String group, String kind) {
    return Stream.ofNullable(byKind.get(new Kind(group, kind)));
  }

  /** Wakes a primary; nothing happens if its kind is not reconciled here. */
  public void wake(PrimaryKey primary) {
    of(primary.group(), primary.kind())
        .forEach(wakeUps -> wakeUps.wake(primary.namespace(), primary.name()));
  }

  public void wake(OfKind primary) {
    wake(PrimaryKey.of(Primaries.identity(primary)));
  }

  public void wakeAll(String group, String kind) {
    of(group, kind).forEach(WakeUps::wakeAll);
  }

  /** Wakes all primaries after a change that may concern any of them. */
  public void wakeAll() {
    byKind.values().forEach(WakeUps::wakeAll);
  }

  /** Returns all primaries of the matching kinds, by group and kind, that are reconciled here. */
  public Stream<OfKind> primaries(BiPredicate<String, String> kinds) {
    return byKind.entrySet().stream()
        .filter(entry -> kinds.test(entry.getKey().group(), entry.getKey().kind()))
        .flatMap(entry -> entry.getValue().primaries());
  }

  public boolean isReconciled(GroupVersionKind gvk) {
    return of(gvk.group(), gvk.kind()).anyMatch(WakeUps::isRunning);
  }

  public Stream<OfKind> primaries(GroupVersionKind gvk) {
    return of(gvk.group(), gvk.kind()).flatMap(WakeUps::primaries);
  }

  /** Returns the primary, if its kind is reconciled here, or it is one of the others. */
  Optional<Primary> find(PrimaryKey primary) {
    return of(primary.group(), primary.kind())
        .flatMap(wakeUps -> wakeUps.find(primary.namespace(), primary.name()).stream())
        .findFirst()
        .or(() -> others.apply(primary).map(Primary::of));
  }

  /** Takes the event source of a kind, in place of an earlier one. Returns it. */
  WakeUps register(GroupVersionKind gvk, WakeUps wakeUps) {
    byKind.put(new Kind(gvk.group(), gvk.kind()), wakeUps);
    return wakeUps;
  }
}
