package dev.catamaran.validation;

import java.util.List;

/** One subject to check. */
@FunctionalInterface
interface Check {
  /** Returns the findings, in any order. */
  List<Finding> findings(CheckedProject project);
}
