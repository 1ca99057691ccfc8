package dev.catamaran.helmjava;

import com.marcnuri.helm.jni.HelmLib;
import com.marcnuri.helm.jni.NativeLibrary;
import java.lang.reflect.Proxy;

/** What helm-java finds in place of its native library, by {@link java.util.ServiceLoader}. */
public final class EngineLibrary implements NativeLibrary {
  @Override
  public String getBinaryName() {
    return "catamaran-engine";
  }

  @Override
  public HelmLib load() {
    return (HelmLib)
        Proxy.newProxyInstance(
            EngineLibrary.class.getClassLoader(), new Class<?>[] {HelmLib.class}, new HelmCalls());
  }
}
