package dev.catamaran.release;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PrimaryIdentityTest {
  private static final PrimaryIdentity NAMESPACED =
      new PrimaryIdentity("cache.my.domain/v1", "Memcached", "shop", "cache", "uid-1");
  private static final PrimaryIdentity CLUSTER_SCOPED =
      new PrimaryIdentity("cache.my.domain/v1", "Memcached", "", "cache", "uid-1");

  @Test
  void hasTheDocumentedEncodingAndReadsItBack() {
    assertEquals("cache.my.domain/v1 Memcached shop cache uid-1", NAMESPACED.encode());
    assertEquals("cache.my.domain/v1 Memcached - cache uid-1", CLUSTER_SCOPED.encode());
    for (var primary : List.of(NAMESPACED, CLUSTER_SCOPED)) {
      assertEquals(Optional.of(primary), PrimaryIdentity.decode(primary.encode()));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "v1 Memcached shop cache",
        "v1 Memcached shop cache uid more",
        "v1 Memcached .. cache uid",
        "v1 Memcached shop?watch=true cache uid",
        "v1 Memcached shop cache?watch=true uid",
        "v1 Memcached shop cache#part uid",
        "v1 Memcached shop .. uid"
      })
  void readsNothingFromOtherText(String text) {
    assertEquals(Optional.empty(), PrimaryIdentity.decode(text));
  }

  @Test
  void isTheSameObjectInAnyVersionAndAnotherOneIfItIsMadeAgain() {
    assertTrue(memcached("v2", "uid-1").sameObject(NAMESPACED));
    assertFalse(memcached("v1", "uid-2").sameObject(NAMESPACED));
  }

  private static PrimaryIdentity memcached(String version, String uid) {
    return new PrimaryIdentity("cache.my.domain/" + version, "Memcached", "shop", "cache", uid);
  }

  @Test
  void knowsItsGroupAndPrintsNeitherUidNorVersion() {
    assertEquals("cache.my.domain", NAMESPACED.group());
    assertEquals("", new PrimaryIdentity("v1", "ConfigMap", "shop", "cache", "uid-1").group());
    assertEquals("Memcached shop/cache", NAMESPACED.toString());
    assertEquals("Memcached cache", CLUSTER_SCOPED.toString());
  }
}
