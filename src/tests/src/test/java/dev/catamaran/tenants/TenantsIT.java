package dev.catamaran.tenants;

import dev.catamaran.testcluster.TestNamespace;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The quick actions of the nightly classes: each tenant is told what it did, without a neighbour.
 */
class TenantsIT {
  static Stream<Misbehaviour> quick() {
    return Stream.of(new TenantsReadIT(), new TenantsDeletionIT())
        .map(Tenants::misbehaviours)
        .flatMap(List::stream)
        .filter(Misbehaviour::isQuick);
  }

  @ParameterizedTest(name = "one {0}")
  @MethodSource("quick")
  @Execution(ExecutionMode.CONCURRENT)
  void areReportedWhen(Misbehaviour misbehaviour, TestNamespace tenant) {
    tenant.operate(Tenants.watching());
    misbehaviour.deed().accept(tenant);
    misbehaviour.reaction().accept(tenant);
  }
}
