package dev.catamaran.release;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

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
  void readsBackWhatItWrote() {
    assertEquals(Optional.of(NAMESPACED), PrimaryIdentity.decode(NAMESPACED.encode()));
    assertEquals(Optional.of(CLUSTER_SCOPED), PrimaryIdentity.decode(CLUSTER_SCOPED.encode()));
  }

  @Test
  void hasTheDocumentedEncoding() {
    assertEquals("cache.my.domain/v1 Memcached shop cache uid-1", NAMESPACED.encode());
    assertEquals("cache.my.domain/v1 Memcached - cache uid-1", CLUSTER_SCOPED.encode());
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
  void knowsItsGroup() {
    assertEquals("cache.my.domain", NAMESPACED.group());
    assertEquals("", new PrimaryIdentity("v1", "ConfigMap", "shop", "cache", "uid-1").group());
  }

  @Test
  void isTheSameObjectInAnotherVersionOfItsApi() {
    var newer = new PrimaryIdentity("cache.my.domain/v2", "Memcached", "shop", "cache", "uid-1");
    assertTrue(newer.sameObject(NAMESPACED));
  }

  @Test
  void isAnotherObjectIfCreatedAgainWithTheSameName() {
    var second = new PrimaryIdentity("cache.my.domain/v1", "Memcached", "shop", "cache", "uid-2");
    assertFalse(second.sameObject(NAMESPACED));
  }

  @Test
  void printsNeitherUidNorVersion() {
    assertEquals("Memcached shop/cache", NAMESPACED.toString());
    assertEquals("Memcached cache", CLUSTER_SCOPED.toString());
  }
}
