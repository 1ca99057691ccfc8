package dev.catamaran.wire;

import java.io.EOFException;
import java.io.InterruptedIOException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.security.cert.CertPathBuilderException;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;

/** Why the API server did not answer, for people. */
public final class NetworkFailure {
  private NetworkFailure() {}

  /**
   * Returns the reason, without the address of the server. The client wraps the error of the
   * network in messages without information.
   */
  public static String reason(Throwable failure) {
    return causes(failure)
        .flatMap(cause -> known(cause).stream())
        .findFirst()
        .orElseGet(() -> text(causes(failure).reduce(failure, (outer, inner) -> inner)));
  }

  private static Stream<Throwable> causes(Throwable failure) {
    return Stream.iterate(failure, Objects::nonNull, Throwable::getCause);
  }

  private static Optional<String> known(Throwable cause) {
    return switch (cause) {
      case UnknownHostException unknown -> Optional.of("unknown host");
      case ConnectException refused -> Optional.of("connection refused");
      case TimeoutException late -> Optional.of("no answer in time");
      case InterruptedIOException late -> Optional.of("no answer in time");
      case CertPathBuilderException unknown ->
          Optional.of("TLS: the certificate authority of its certificate is unknown");
      case SSLException tls
          when causes(tls).noneMatch(CertPathBuilderException.class::isInstance) ->
          Optional.of("TLS: " + text(tls));
      case EOFException ended -> Optional.of("the server closed the connection without an answer");
      case Throwable other -> Optional.empty();
    };
  }

  private static String text(Throwable failure) {
    return Optional.ofNullable(failure.getMessage()).orElse(failure.getClass().getSimpleName());
  }
}
