/** Values, and extensions of charts. */
package dev.catamaran.it.values;
