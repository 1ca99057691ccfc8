package dev.catamaran.chaos;

import dev.catamaran.faults.Calls;
import dev.catamaran.faults.Fault;
import dev.catamaran.faults.FaultProxy;
import dev.catamaran.testcluster.OperatorProcess;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.IntConsumer;
import java.util.function.Supplier;

/**
 * Causes one fault after another: of connections, of requests and of the process. Starts the
 * operator again after its end, as a kubelet does.
 */
final class Disturbances implements AutoCloseable {
  private static final Duration LONGEST_EXIT = Duration.ofMinutes(2);
  private static final int SHORT_MILLIS = 6_000;

  /** Longer than the duration of a lease. */
  private static final int LONG_MILLIS = 20_000;

  /** For this time after a fault the operator may exit because of a lost lease. */
  private static final Duration AFTERMATH = Duration.ofSeconds(40);

  private static final Duration PER_ATTEMPT = Duration.ofSeconds(2);

  private final FaultProxy proxy;
  private final Supplier<OperatorProcess> launcher;
  private final Random random;
  private final Tally tally;
  private final IntConsumer attempts;
  private final List<String> problems = new ArrayList<>();
  private final List<OperatorProcess> all = new ArrayList<>();
  private OperatorProcess operator;
  private Optional<Runnable> remedy = Optional.empty();
  private long began = System.nanoTime();
  private long until;
  private boolean isEnding;

  private enum Trouble {
    KILLED,
    STOPPED_FOR_A_WHILE,
    TERMINATED,
    SLOW,
    CONNECTIONS_RESET,
    API_SERVER_DOWN,
    BLACK_HOLE,
    HALF_OPEN,
    WATCHES_CUT,
    ERRORS_500,
    ERRORS_503,
    TOO_MANY_REQUESTS,
    CONFLICTS,
    LOST_ANSWERS,
    BROKEN_ANSWERS,
    OLD_VERSIONS
  }

  /**
   * Starts the operator, without a fault.
   *
   * @param attempts gets, after each fault, the highest number of attempts that the fault may have
   *     cost a release
   */
  Disturbances(
      FaultProxy proxy,
      Supplier<OperatorProcess> launcher,
      Random random,
      Tally tally,
      IntConsumer attempts) {
    this.proxy = proxy;
    this.launcher = launcher;
    this.random = random;
    this.tally = tally;
    this.attempts = attempts;
    this.operator = launcher.get();
    all.add(operator);
  }

  /** Ends a fault after its time, and sometimes begins another one. */
  void tick() {
    restartIfEnded();
    if (remedy.isPresent()) {
      if (System.nanoTime() > until) {
        end();
      }
    } else if (random.nextInt(6) == 0) {
      begin(Trouble.values()[random.nextInt(Trouble.values().length)]);
    }
  }

  /** Ends the present fault. */
  void end() {
    remedy.ifPresent(
        it -> {
          it.run();
          var lasted = Duration.ofNanos(System.nanoTime() - began);
          attempts.accept(2 + (int) lasted.dividedBy(PER_ATTEMPT));
        });
    remedy = Optional.empty();
    restartIfEnded();
  }

  /** Starts the operator again if it has ended. */
  void restartIfEnded() {
    if (operator.isAlive()) {
      return;
    }
    int code = operator.awaitExit(LONGEST_EXIT);
    if (!isEnding) {
      tally.add("operator", "ended by itself with " + code);
      if (System.nanoTime() - began > AFTERMATH.toNanos()) {
        problems.add("the operator ended by itself with " + code + ":\n" + tail(operator.log()));
      }
    }
    isEnding = false;
    operator = launcher.get();
    all.add(operator);
    attempts.accept(1);
    tally.add("operator", "started again");
  }

  /** The violations by the operator. */
  List<String> problems() {
    return List.copyOf(problems);
  }

  /** The logs of its processes. */
  List<String> logs() {
    return all.stream().map(OperatorProcess::log).toList();
  }

  @Override
  public void close() {
    remedy.ifPresent(Runnable::run);
    proxy.heal();
    operator.close();
  }

  private void begin(Trouble trouble) {
    tally.add("trouble", trouble.name().toLowerCase(java.util.Locale.ROOT).replace('_', ' '));
    began = System.nanoTime();
    boolean isLong = random.nextInt(8) == 0;
    int millis = 500 + random.nextInt(isLong ? LONG_MILLIS : SHORT_MILLIS);
    until = began + Duration.ofMillis(millis).toNanos();
    remedy = Optional.of(cause(trouble));
  }

  /** Causes a fault; returns the action that ends it. */
  private Runnable cause(Trouble trouble) {
    return switch (trouble) {
      case KILLED -> {
        isEnding = true;
        operator.kill();
        yield () -> {};
      }
      case TERMINATED -> {
        isEnding = true;
        // Another process may run at the end of this fault.
        var terminated = operator;
        terminated.terminate();
        yield () -> {
          int code = terminated.awaitExit(LONGEST_EXIT);
          tally.add("operator", "exited with %d after SIGTERM".formatted(code));
        };
      }
      case STOPPED_FOR_A_WHILE -> {
        operator.pause();
        yield operator::resume;
      }
      case SLOW -> proxied(() -> proxy.delay(Duration.ofMillis(20 + random.nextInt(300))));
      case CONNECTIONS_RESET -> proxied(proxy::reset);
      case API_SERVER_DOWN -> proxied(proxy::goDown);
      case BLACK_HOLE -> proxied(proxy::blackHole);
      case HALF_OPEN -> proxied(proxy::halfOpen);
      case WATCHES_CUT -> proxied(proxy::cutWatches);
      case ERRORS_500 -> injected(Fault.answer(500), Calls.all());
      case ERRORS_503 -> injected(Fault.answer(503), Calls.all());
      case TOO_MANY_REQUESTS -> injected(Fault.tooManyRequests(Duration.ofSeconds(1)), Calls.all());
      case CONFLICTS -> injected(Fault.answer(409), Calls.all().by("update", "patch"));
      case LOST_ANSWERS -> injected(new Fault.LostAnswer(), Calls.all().thatWrite());
      case BROKEN_ANSWERS -> injected(new Fault.ResetInBody(), Calls.all());
      case OLD_VERSIONS -> {
        proxy.inject(new Fault.ErrorEvent(410), Calls.all().by("watch").first(5));
        proxy.cutWatches();
        yield proxy::heal;
      }
    };
  }

  private Runnable proxied(Runnable fault) {
    fault.run();
    return proxy::heal;
  }

  private Runnable injected(Fault fault, Calls calls) {
    proxy.inject(fault, calls.withProbability(0.05 + random.nextDouble() / 2, random.nextLong()));
    return proxy::heal;
  }

  private static String tail(String log) {
    var lines = log.lines().toList();
    return String.join("\n", lines.subList(Math.max(0, lines.size() - 20), lines.size()));
  }
}
