package dev.catamaran.tenants;

import static dev.catamaran.testcluster.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.catamaran.testcluster.TestNamespace;
import java.util.List;

/** What is read can harm only the primary it belongs to. */
class TenantsReadIT extends Tenants {

  @Override
  List<Misbehaviour> misbehaviours() {
    return List.of(
        Misbehaviour.of(
            "writes a spec that is a list",
            tenant -> tenant.apply("Widget", "list", "[1, 2, 3]"),
            tenant -> awaitReason(tenant, "list", "Stalled", "InvalidSpec")),
        Misbehaviour.of(
            "renders what is no YAML",
            tenant -> tenant.apply("Widget", "torn", "{raw: \"a: b: c: ]\"}"),
            tenant -> awaitReason(tenant, "torn", "Ready", "InstallError")));
  }

  private static void awaitReason(
      TestNamespace tenant, String primary, String condition, String reason) {
    eventually(
        () -> {
          var found = tenant.condition("Widget", primary, condition);
          assertEquals(reason, found.get("reason"), found::toString);
        });
  }
}
