/** What the operator does, tried on a real API server: one class for each behaviour. */
package dev.catamaran.it;
