package dev.catamaran.recorder;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.catamaran.recorder.Discovery.Plurals;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PluralsTest {
  @ParameterizedTest
  @CsvSource({
    "MinIO, minios",
    "ArgoRepo, argorepos",
    "Istio, istios",
    "Demo, demos",
    "Velero, veleros",
    "Echo, echoes",
    "Superhero, superheroes",
    "Cilium, ciliums",
    "Medium, media",
    "Redis, redis",
    "Policy, policies",
    "Gateway, gateways",
    "Ingress, ingresses",
    "MemcachedBackup, memcachedbackups",
  })
  void areThoseThatPeopleExpect(String kind, String plural) {
    assertEquals(plural, Plurals.of(kind));
  }
}
