package dev.catamaran.inspect;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * One value of a release: a text, a number, a boolean, a null, or an empty map or list.
 *
 * @param path in the syntax of {@code helm --set}
 * @param value asterisks in place of a secret
 * @param source where it comes from
 */
public record ValueLeaf(String path, JsonNode value, String source) {}
