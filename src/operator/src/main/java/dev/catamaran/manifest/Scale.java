package dev.catamaran.manifest;

/**
 * Number of replicas that an autoscaler has set for an object of a release. A revision keeps it,
 * whatever its chart says.
 *
 * @param kind of the object
 * @param namespace of the object, also if its manifest names none
 * @param name of the object
 * @param replicas the present number
 */
public record Scale(String kind, String namespace, String name, int replicas) {}
