package dev.catamaran.ui;

import dev.catamaran.inspect.ReleaseValuesReport;

/** The values of a revision, with their sources. Secret values are asterisks. */
public record ValuesPage(Frame frame, ReleaseValuesReport report) {}
