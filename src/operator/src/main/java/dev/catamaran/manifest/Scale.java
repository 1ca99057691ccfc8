package dev.catamaran.manifest;

import com.fasterxml.jackson.core.JsonPointer;

/**
 * Number of replicas that an autoscaler has set for an object of a release. A revision keeps it,
 * whatever its chart says.
 *
 * @param kind of the object
 * @param namespace of the object, also if its manifest names none
 * @param name of the object
 * @param field the one with the number
 * @param replicas the present number
 */
public record Scale(String kind, String namespace, String name, JsonPointer field, int replicas) {}
