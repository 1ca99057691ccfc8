package dev.catamaran.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OwnerKeysTest {
  private static final PrimaryKey CLUSTER_SCOPED =
      new PrimaryKey("cache.my.domain", "Memcached", "", "cache");

  private static OwnerKeys of(String metadata) throws IOException {
    return OwnerKeys.of(new YAMLMapper().readTree("metadata: " + metadata));
  }

  /** An owner reference names an owner in the object's namespace, or one without a namespace. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {namespace: shop, ownerReferences: [{apiVersion: cache.my.domain/v1, kind: Memcached, name: cache}]} | Memcached.cache.my.domain shop/cache, Memcached.cache.my.domain /cache
          {ownerReferences: [{apiVersion: apps/v1, kind: ReplicaSet, name: a}, {apiVersion: v1, kind: Node, name: b}]} | ReplicaSet.apps /a, Node. /b
          {namespace: any, annotations: {operator-sdk/primary-resource: shop/a, operator-sdk/primary-resource-type: Memcached.my.domain}} | Memcached.my.domain shop/a
          {annotations: {operator-sdk/primary-resource: /a, operator-sdk/primary-resource-type: Memcached.my.domain}} | Memcached.my.domain /a
          {} | ''
          {annotations: {operator-sdk/primary-resource: shop/a}} | ''
          {annotations: {operator-sdk/primary-resource-type: Memcached.my.domain}} | ''
          {annotations: {operator-sdk/primary-resource: a, operator-sdk/primary-resource-type: Memcached.my.domain}} | ''
          {annotations: {operator-sdk/primary-resource: shop/a, operator-sdk/primary-resource-type: Memcached}} | ''
          """)
  void areThoseOfReferencesAndOfTwoValidAnnotations(String metadata, String keys)
      throws IOException {
    assertEquals(
        keys,
        of(metadata).keys().stream()
            .distinct()
            .map(key -> key.kind() + "." + key.group() + " " + key.namespace() + "/" + key.name())
            .collect(Collectors.joining(", ")));
  }

  @Test
  void areTheFirstOnesOnlyAndControllersBeforeOthers() throws IOException {
    var many = "{apiVersion: apps/v1, kind: ReplicaSet, name: a}, ".repeat(5_000);
    var owners =
        of(
            "{ownerReferences: ["
                + many
                + "{apiVersion: cache.my.domain/v1, kind: Memcached, name: cache, controller: true}]}");
    assertEquals(2 * OwnerKeys.MOST, owners.keys().size());
    assertTrue(owners.names(CLUSTER_SCOPED));
    assertEquals(3, owners.first().keys().size());
    assertTrue(owners.first().names(CLUSTER_SCOPED));
  }
}
