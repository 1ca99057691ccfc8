package dev.catamaran.manifest;

/**
 * Number of replicas that an autoscaler has set for an object of a release. A revision keeps it,
 * whatever its chart says.
 *
 * @param kind of the object
 * @param name of the object
 * @param replicas the present number
 */
public record Scale(String kind, String name, int replicas) {}
