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

/** The lease that operators of one namespace run for. */
public final class TestLease {
  private static final String NAME = "election";
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSSSSS'Z'", Locale.ROOT);

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
    var name = holder == null ? "null" : "\"" + holder + "\"";
    patch("{\"spec\": {\"holderIdentity\": %s}}".formatted(name));
  }

  /** Writes a sign of life into it, as its holder does by a clock that is wrong by so much. */
  public void renew(Duration skew) {
    patch(
        "{\"spec\": {\"renewTime\": \"%s\"}}"
            .formatted(TIME.format(ZonedDateTime.now(ZoneOffset.UTC).plus(skew))));
  }

  /** Whatever others write at the same time. */
  private void patch(String json) {
    namespace
        .client()
        .resources(Lease.class)
        .inNamespace(namespace.name())
        .withName(NAME)
        .patch(PatchContext.of(PatchType.JSON_MERGE), json);
  }
}
