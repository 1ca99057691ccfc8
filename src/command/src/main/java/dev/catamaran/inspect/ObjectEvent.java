package dev.catamaran.inspect;

/**
 * An Event of an object.
 *
 * @param type Normal or Warning
 * @param lastSeen RFC 3339; may be empty
 * @param count how often it occurred
 */
public record ObjectEvent(String type, String reason, String message, String lastSeen, int count) {}
