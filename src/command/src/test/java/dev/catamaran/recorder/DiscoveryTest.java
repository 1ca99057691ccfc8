package dev.catamaran.recorder;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DiscoveryTest {
  /** An account with a right in one namespace could not make an object outside of all. */
  @ParameterizedTest
  @CsvSource({
    "kyverno.io, ClusterPolicy, false",
    "policies.kyverno.io, ValidatingPolicy, false",
    "cert-manager.io, Issuer, true",
  })
  void knowsTheScopeOfWidelyUsedKinds(String group, String kind, boolean isNamespaced) {
    assertEquals(
        List.of(isNamespaced),
        Discovery.CUSTOM.stream()
            .filter(found -> found.group().equals(group) && found.kind().equals(kind))
            .map(Discovery.ApiResource::namespaced)
            .toList());
  }
}
