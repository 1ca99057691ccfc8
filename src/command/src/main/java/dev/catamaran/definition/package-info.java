/**
 * Makes the CustomResourceDefinition and a sample of a kind with a chart, from the chart's files.
 * No cluster is needed.
 */
@NullMarked
package dev.catamaran.definition;

import org.jspecify.annotations.NullMarked;
