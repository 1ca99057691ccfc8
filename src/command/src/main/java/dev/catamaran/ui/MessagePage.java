package dev.catamaran.ui;

/** A page with a sentence alone: what is wrong, and what to do. */
public record MessagePage(Frame frame, String message) {}
