package dev.catamaran.webhook;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.catamaran.kit.Converter;
import io.fabric8.kubernetes.api.model.HasMetadata;

/**
 * Converts between a version and the hub with an author's converter.
 *
 * @param version of the spoke
 */
record Spoke<H extends HasMetadata, S extends HasMetadata>(
    Converter<H, S> converter, TypedObjects<H> hub, TypedObjects<S> spoke, String version) {

  ObjectNode toHub(ObjectNode object) throws RefusedObjectException {
    return hub.write(converter.toHub(spoke.read(object)));
  }

  ObjectNode fromHub(ObjectNode object) throws RefusedObjectException {
    return spoke.write(converter.fromHub(hub.read(object)));
  }
}
