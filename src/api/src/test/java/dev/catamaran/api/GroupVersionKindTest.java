package dev.catamaran.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

class GroupVersionKindTest {

  @Test
  void readsAndWritesAnApiVersion() {
    var gvk = GroupVersionKind.parse("cache.my.domain/v1alpha1", "Memcached");
    assertEquals(new GroupVersionKind("cache.my.domain", "v1alpha1", "Memcached"), gvk);
    assertEquals("cache.my.domain/v1alpha1", gvk.apiVersion());
    assertEquals("cache.my.domain/v1alpha1, Kind=Memcached", gvk.toString());
  }

  @Test
  void writesTheCoreGroupWithoutASlash() {
    var gvk = GroupVersionKind.parse("v1", "Secret");
    assertEquals(new GroupVersionKind("", "v1", "Secret"), gvk);
    assertEquals("v1, Kind=Secret", gvk.toString());
  }

  @Test
  void refusesAnInvalidType() {
    assertThrows(IllegalArgumentException.class, () -> GroupVersionKind.parse("a/b/c", "X"));
    assertThrows(IllegalArgumentException.class, () -> GroupVersionKind.parse("group/", "X"));
    assertThrows(IllegalArgumentException.class, () -> GroupVersionKind.parse("v1", ""));
  }
}
