package dev.catamaran.testcluster;

import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The lease that operators of one namespace run for. */
public final class TestLease {
  private static final String NAME = "election";

  private final TestNamespace namespace;

  TestLease(TestNamespace namespace) {
    this.namespace = namespace;
  }

  /** What makes an operator run for it. */
  public String[] flags() {
    return new String[] {
      "--leader-elect",
      "--leader-election-id=" + NAME,
      "--leader-election-namespace=" + namespace.name()
    };
  }

  /** Who holds it; empty for nobody. */
  public String holder() {
    return Optional.ofNullable(namespace.get(Lease.class, NAME))
        .map(lease -> lease.getSpec().getHolderIdentity())
        .orElse("");
  }

  /** Writes another holder into it. */
  public void give(@Nullable String holder) {
    namespace.edit(
        Lease.class,
        NAME,
        lease -> {
          lease.getSpec().setHolderIdentity(holder);
          return lease;
        });
  }
}
