package dev.catamaran.manifest;

/**
 * How many replicas an autoscaler has given to an object of a release. A revision keeps them,
 * whatever its chart names.
 *
 * @param kind of the object
 * @param name of the object
 * @param replicas as they are now
 */
public record Scale(String kind, String name, int replicas) {}
