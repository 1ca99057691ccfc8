/** Starts and stops one SDK Operator for each watched kind that the API server serves. */
@NullMarked
package dev.catamaran.controller;

import org.jspecify.annotations.NullMarked;
