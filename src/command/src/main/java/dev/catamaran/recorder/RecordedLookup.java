package dev.catamaran.recorder;

/**
 * What a template looks up in the cluster.
 *
 * @param resource of the objects
 * @param namespace empty for all namespaces, and for objects outside of namespaces
 * @param name empty for all objects
 */
public record RecordedLookup(ApiResource resource, String namespace, String name) {}
