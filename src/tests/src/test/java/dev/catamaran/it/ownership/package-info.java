/** Releases and objects of other owners. Lost and damaged releases. */
package dev.catamaran.it.ownership;
