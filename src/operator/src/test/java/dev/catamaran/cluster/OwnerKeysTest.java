package dev.catamaran.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OwnerKeysTest {
  private static final PrimaryKey CACHE =
      new PrimaryKey("cache.my.domain", "Memcached", "shop", "cache");
  private static final PrimaryKey CLUSTER_SCOPED =
      new PrimaryKey("cache.my.domain", "Memcached", "", "cache");

  private static OwnerKeys of(String metadata) throws IOException {
    return OwnerKeys.of(new YAMLMapper().readTree("metadata: " + metadata));
  }

  @Test
  void readsOwnerReferencesInTheObjectsNamespaceOrWithoutOne() throws IOException {
    var owners =
        of(
            "{namespace: shop, ownerReferences: [{apiVersion: cache.my.domain/v1, kind: Memcached,"
                + " name: cache, uid: u}]}");
    assertEquals(List.of(CACHE, CLUSTER_SCOPED), owners.keys());
  }

  @Test
  void readsEveryOwner() throws IOException {
    var owners =
        of(
            "{ownerReferences: [{apiVersion: apps/v1, kind: ReplicaSet, name: a}, {apiVersion:"
                + " cache.my.domain/v1, kind: Memcached, name: cache}]}");
    assertTrue(owners.names(CLUSTER_SCOPED));
    assertTrue(owners.names(new PrimaryKey("apps", "ReplicaSet", "", "a")));
    assertFalse(owners.names(CACHE));
  }

  @Test
  void readsTheFirstOwnersOnlyAndControllersBeforeOthers() throws IOException {
    var many = "{apiVersion: apps/v1, kind: ReplicaSet, name: a}, ".repeat(5_000);
    var owners =
        of(
            "{ownerReferences: ["
                + many
                + "{apiVersion: cache.my.domain/v1, kind: Memcached, name: cache, controller: true}]}");
    assertEquals(2 * OwnerKeys.MOST, owners.keys().size());
    assertTrue(owners.names(CLUSTER_SCOPED));
  }

  @Test
  void readsAnnotations() throws IOException {
    var owners =
        of(
            "{namespace: elsewhere, annotations: {operator-sdk/primary-resource: shop/cache,"
                + " operator-sdk/primary-resource-type: Memcached.cache.my.domain}}");
    assertEquals(List.of(CACHE), owners.keys());
  }

  @Test
  void readsAnnotationsOfAClusterScopedPrimary() throws IOException {
    var owners =
        of(
            "{annotations: {operator-sdk/primary-resource: /cache,"
                + " operator-sdk/primary-resource-type: Memcached.cache.my.domain}}");
    assertEquals(List.of(CLUSTER_SCOPED), owners.keys());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{annotations: {operator-sdk/primary-resource: shop/cache}}",
        "{annotations: {operator-sdk/primary-resource-type: Memcached.cache.my.domain}}",
        "{annotations: {operator-sdk/primary-resource: cache,"
            + " operator-sdk/primary-resource-type: Memcached.cache.my.domain}}",
        "{annotations: {operator-sdk/primary-resource: shop/cache,"
            + " operator-sdk/primary-resource-type: Memcached}}"
      })
  void namesNoOwnerWithoutTwoValidAnnotations(String metadata) throws IOException {
    assertEquals(List.of(), of(metadata).keys());
  }
}
