package dev.catamaran.testcluster;

import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The lease for the leader election of the operators in one namespace. */
public final class TestLease {
  private static final String NAME = "election";
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSSSSS'Z'", Locale.ROOT);

  private final TestNamespace namespace;

  TestLease(TestNamespace namespace) {
    this.namespace = namespace;
  }

  /** The flags that enable leader election with this lease. */
  public String[] flags() {
    return new String[] {
      "--leader-elect",
      "--leader-election-id=" + NAME,
      "--leader-election-namespace=" + namespace.name()
    };
  }

  /** The holder; empty if the lease has none. */
  public String holder() {
    return Optional.ofNullable(namespace.get(Lease.class, NAME))
        .map(lease -> lease.getSpec().getHolderIdentity())
        .orElse("");
  }

  /** Sets the holder. */
  public void give(@Nullable String holder) {
    var name = holder == null ? "null" : "\"" + holder + "\"";
    patch("{\"spec\": {\"holderIdentity\": %s}}".formatted(name));
  }

  /** Renews the lease, like a holder with a clock that is wrong by {@code skew}. */
  public void renew(Duration skew) {
    patch(
        "{\"spec\": {\"renewTime\": \"%s\"}}"
            .formatted(TIME.format(ZonedDateTime.now(ZoneOffset.UTC).plus(skew))));
  }

  /** A patch, because others may write at the same time. */
  private void patch(String json) {
    namespace
        .client()
        .resources(Lease.class)
        .inNamespace(namespace.name())
        .withName(NAME)
        .patch(PatchContext.of(PatchType.JSON_MERGE), json);
  }
}
