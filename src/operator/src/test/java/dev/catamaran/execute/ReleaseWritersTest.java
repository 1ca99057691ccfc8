package dev.catamaran.execute;

import static dev.catamaran.release.Revisions.RELEASE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import dev.catamaran.desired.Rights;
import dev.catamaran.primary.Primary;
import dev.catamaran.primary.PrimaryAnnotations;
import dev.catamaran.primary.PrimaryFixture;
import dev.catamaran.release.Account;
import dev.catamaran.watch.DriftPolicy;
import dev.catamaran.watch.Permission;
import dev.catamaran.watch.Placement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ReleaseWritersTest {
  private final Ports ports = new Ports();
  private final List<Account> made = new ArrayList<>();
  private final ReleaseWriters writers =
      new ReleaseWriters(
          new Rights(Placement.DEFAULT, Set.of(Permission.SERVICE_ACCOUNT_OVERRIDE)), this::make);

  @Test
  void makesOneWriterForEachAccount() {
    var own = own();
    var tenants = as("deployer");

    assertSame(own, own());
    assertSame(tenants, as("deployer"));
    assertEquals(
        List.of(new Account.OfOperator(), new Account.ServiceAccount("shop", "deployer")), made);
  }

  @Test
  void remembersOnlySoManyAccountsAsTenantsMayName() {
    for (int i = 0; i <= 100; i++) {
      as("deployer-" + i);
    }
    as("deployer-100");
    as("deployer-0");

    assertEquals(102, made.size(), "the first one is made again");
  }

  private ReleaseWriter own() {
    return writers.of(PrimaryFixture.read("spec: {}"), RELEASE);
  }

  private ReleaseWriter as(String account) {
    var primary = PrimaryFixture.memcached("spec: {}");
    primary.getMetadata().setAnnotations(Map.of(PrimaryAnnotations.SERVICE_ACCOUNT_NAME, account));
    return writers.of(Primary.of(primary), RELEASE);
  }

  private ReleaseWriter make(Account account) {
    made.add(account);
    return new ReleaseWriter(
        account,
        asked -> false,
        ports.executor(DriftPolicy.CORRECT),
        ports.remover(),
        ports.remover());
  }
}
