package dev.catamaran.bench;

import dev.catamaran.testcluster.ProcessFigures;
import dev.catamaran.testcluster.RequestLog;
import dev.catamaran.testcluster.RequestLog.Request;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;

/** Measures what happens from its start on. */
final class Meter {
  private static final ProcessFigures BENCH = new ProcessFigures(ProcessHandle.current().pid());

  private final Supplier<Optional<ProcessFigures>> contender;
  private final Map<String, ProcessFigures> cluster;
  private final RequestLog log;
  private final Duration cpu;
  private final Map<String, Duration> clusterCpu = new TreeMap<>();
  private final Duration benchCpu;
  private final long begin;

  /**
   * Starts.
   *
   * @param contender its process; empty if it has yet to start
   */
  Meter(
      Supplier<Optional<ProcessFigures>> contender,
      Map<String, ProcessFigures> cluster,
      RequestLog log) {
    this.contender = contender;
    this.cluster = cluster;
    this.log = log;
    log.restart();
    cluster.forEach((name, process) -> clusterCpu.put(name, process.cpu()));
    this.benchCpu = BENCH.cpu();
    this.cpu = contender.get().map(ProcessFigures::cpu).orElse(Duration.ZERO);
    this.begin = System.nanoTime();
  }

  /** The time of the start, in nanoseconds. */
  long begin() {
    return begin;
  }

  /** The usage until now. */
  Usage read() {
    return read(System.nanoTime());
  }

  /**
   * The usage until now.
   *
   * @param end when the work was done, in nanoseconds; counts only for the duration
   */
  Usage read(long end) {
    var process = contender.get().orElseThrow();
    double cpuSeconds = seconds(process.cpu().minus(cpu));
    var ofCluster = new TreeMap<String, Double>();
    cluster.forEach(
        (name, now) ->
            ofCluster.put(
                name, seconds(now.cpu().minus(clusterCpu.getOrDefault(name, Duration.ZERO)))));
    double ofBench = seconds(BENCH.cpu().minus(benchCpu));
    long resident = process.residentMegabytes();
    // Last, because it takes processor time itself.
    var requests = log.requests();
    var counts = new TreeMap<String, Integer>();
    requests.forEach(request -> counts.merge(name(request), 1, Integer::sum));
    return new Usage(
        (end - begin) / 1e9,
        cpuSeconds,
        ofCluster,
        ofBench,
        counts,
        (int) requests.stream().filter(request -> !request.isUpkeep()).count(),
        resident);
  }

  private static String name(Request request) {
    if (request.resource().isEmpty()) {
      return request.verb() + " " + request.uri().replaceAll("\\?.*", "");
    }
    var part = request.subresource().isEmpty() ? "" : "/" + request.subresource();
    return request.verb() + " " + request.resource() + part;
  }

  private static double seconds(Duration time) {
    return time.toMillis() / 1e3;
  }
}
