package dev.catamaran.bench;

import java.util.Map;

/**
 * What a piece of work cost.
 *
 * @param seconds how long it took
 * @param cpuSeconds processor time of the contender
 * @param clusterCpuSeconds processor time of each process of the cluster; empty if unknown
 * @param benchCpuSeconds processor time of the benchmark itself, which shares the machine
 * @param requests of the contender, by verb and resource
 * @param requestCount their number, without watches and requests for a lease
 * @param residentMegabytes memory of the contender at the end
 */
record Usage(
    double seconds,
    double cpuSeconds,
    Map<String, Double> clusterCpuSeconds,
    double benchCpuSeconds,
    Map<String, Integer> requests,
    int requestCount,
    long residentMegabytes) {

  /** Processor time of the whole cluster. */
  double clusterCpu() {
    return clusterCpuSeconds.values().stream().mapToDouble(Double::doubleValue).sum();
  }
}
