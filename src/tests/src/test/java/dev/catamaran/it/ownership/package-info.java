/** Releases and objects of others, lost and damaged releases. */
package dev.catamaran.it.ownership;
