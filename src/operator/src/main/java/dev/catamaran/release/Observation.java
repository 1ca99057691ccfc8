package dev.catamaran.release;

import java.util.List;

/**
 * Input of the decision about the next step.
 *
 * @param state the observed state of the release
 * @param budget whether its input may be deployed now
 * @param unmet conditions that block a deployment, in readable form; empty for none
 */
public record Observation(ReleaseState state, Budget budget, List<String> unmet) {}
