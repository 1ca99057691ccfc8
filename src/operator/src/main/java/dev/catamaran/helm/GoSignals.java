package dev.catamaran.helm;

import com.sun.jna.Library;
import com.sun.jna.Memory;
import com.sun.jna.Native;
import com.sun.jna.Platform;
import com.sun.jna.Pointer;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The signals that both the JVM and Helm's library want. The library is a Go program: it replaces
 * the handlers in its first call that renders, and only then. Handlers are stored as the C library
 * knows them: an opaque {@code struct sigaction}.
 */
final class GoSignals {
  /** Numbers of signals in POSIX (signal.h). */
  static final int INT = 2;

  static final int QUIT = 3;
  static final int TERM = 15;

  /** More than a {@code struct sigaction} takes on any system, in bytes. */
  private static final int SIGACTION = 512;

  /** The kernel and Go deliver a signal to the waiting goroutines in far less than this time. */
  private static final long DELIVERY_MILLIS = 200;

  /** Go's handler of SIGQUIT; null before the first call, and where there are no such signals. */
  private static volatile @Nullable Memory handlerOfGo;

  private GoSignals() {}

  /** The functions needed from the C library: Java has none for them. */
  interface CLibrary extends Library {
    int sigaction(int signal, @Nullable Pointer now, @Nullable Pointer before);

    int getpid();

    int kill(int process, int signal);
  }

  /**
   * Runs the first call of the native library, and gives signals back to the JVM. SIGQUIT, for one,
   * prints the JVM's threads. Go would cancel all running Helm calls: releases would fail because a
   * person wanted a thread dump, or because jcmd, which uses the signal, was called.
   */
  static void keeping(List<Integer> signals, Runnable firstCall) {
    if (Platform.isWindows() || signals.isEmpty()) {
      firstCall.run();
      return;
    }
    var library = library();
    int signal = signals.getFirst();
    try (var handlerOfJvm = new Memory(SIGACTION)) {
      library.sigaction(signal, null, handlerOfJvm);
      keeping(signals.subList(1, signals.size()), firstCall);
      if (signal == QUIT && handlerOfGo == null) {
        handlerOfGo = currentHandler(library);
      }
      library.sigaction(signal, handlerOfJvm, null);
    }
  }

  private static Memory currentHandler(CLibrary library) {
    var handler = new Memory(SIGACTION);
    library.sigaction(QUIT, null, handler);
    return handler;
  }

  /**
   * Sends SIGQUIT to Go alone: it cancels all installations that run, and ends the goroutines that
   * wait for this signal. Returns when they have it.
   *
   * @throws InterruptedException if the thread is interrupted before that
   */
  static synchronized void quit() throws InterruptedException {
    var handler = handlerOfGo;
    if (handler == null) {
      return;
    }
    var library = library();
    try (var handlerOfJvm = new Memory(SIGACTION)) {
      library.sigaction(QUIT, handler, handlerOfJvm);
      try {
        // To the process: the JVM blocks this signal in all threads that run Java.
        library.kill(library.getpid(), QUIT);
        TimeUnit.MILLISECONDS.sleep(DELIVERY_MILLIS);
      } finally {
        library.sigaction(QUIT, handlerOfJvm, null);
      }
    }
  }

  private static CLibrary library() {
    return Native.load("c", CLibrary.class);
  }
}
