package dev.catamaran.helmjava;

import com.marcnuri.helm.jni.HelmLib;
import com.marcnuri.helm.jni.Result;
import dev.catamaran.engine.Engine;
import dev.catamaran.engine.EngineFaultException;
import dev.catamaran.engine.EngineRequest;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Sends each call of a {@link HelmLib} to an engine: to that of the operator in this process, with
 * its lease, or to one for the kubeconfig that the call names. The methods of helm-java throw the
 * texts of {@code err}.
 */
final class HelmCalls implements InvocationHandler {
  /** As Helm's own, where helm-java gives none. */
  private static final int SECONDS = 300;

  /** Helm limits each wait, not the call. More than so many waits are no waiting any more. */
  private static final int MOST_WAITS = 10;

  /** By kubeconfig; that of the pod is empty. They end with this process. */
  private final Map<String, Engine> engines = new ConcurrentHashMap<>();

  @Override
  public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] arguments)
      throws ReflectiveOperationException {
    if (method.getDeclaringClass().equals(Object.class)) {
      return method.invoke(this, arguments);
    }
    if (method.getName().equals("Free")) {
      return null;
    }
    var options = options(arguments);
    var refusal = Offer.refusal(method.getName(), options);
    return refusal.isPresent() ? failed(refusal.get()) : call(method.getName(), options);
  }

  private Result call(String operation, Map<String, Object> options) {
    var kubeconfig = Optional.ofNullable(options.remove("kubeConfig")).map(Object::toString);
    // Helm leaves this to the API server.
    options.remove("disableOpenApiValidation");
    var engine =
        kubeconfig
            .map(this::engine)
            .or(Engine::offered)
            .orElseGet(() -> engine(kubeconfigOfThisUser()));
    try {
      var result = new Result();
      result.out =
          operation.equals("Version")
              ? engine.call(new EngineRequest.Hello(), limit(options)).path("helm").asText()
              : engine
                  .call(new EngineRequest.HelmJava(operation, options), limit(options))
                  .path("out")
                  .asText();
      return result;
    } catch (EngineFaultException e) {
      return failed(e.fault().message());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return failed("stopped while Helm was at work");
    }
  }

  private static Result failed(String why) {
    var result = new Result();
    result.err = why;
    return result;
  }

  private static Duration limit(Map<String, Object> options) {
    long seconds =
        options.getOrDefault("timeout", SECONDS) instanceof Integer given ? given : SECONDS;
    return Duration.ofSeconds(seconds).multipliedBy(MOST_WAITS).plusMinutes(1);
  }

  private Engine engine(String kubeconfig) {
    return engines.computeIfAbsent(
        kubeconfig, file -> file.isEmpty() ? Engine.inCluster() : Engine.of(Path.of(file)));
  }

  /** As Helm looks for it. */
  private static String kubeconfigOfThisUser() {
    var named = Optional.ofNullable(System.getenv("KUBECONFIG")).filter(file -> !file.isEmpty());
    var usual = Path.of(System.getProperty("user.home"), ".kube", "config").toString();
    return named
        .or(() -> Optional.of(usual).filter(file -> Files.exists(Path.of(file))))
        .orElse("");
  }

  /** Returns the options that are set, by the names of their fields. */
  private static Map<String, Object> options(Object @Nullable [] arguments)
      throws IllegalAccessException {
    var options = new TreeMap<String, Object>();
    for (var argument : arguments == null ? new Object[0] : arguments) {
      for (var field : argument.getClass().getDeclaredFields()) {
        if (Modifier.isPublic(field.getModifiers()) && !Modifier.isStatic(field.getModifiers())) {
          var value = field.get(argument);
          if (value != null && !value.equals("") && !value.equals(0)) {
            options.put(field.getName(), value);
          }
        }
      }
    }
    return options;
  }
}
