package dev.catamaran.helm;

import com.marcnuri.helm.Helm;
import java.nio.file.Path;

/** Helm's starter chart, as {@code helm create} makes it. */
public final class StarterChart {
  private StarterChart() {}

  /**
   * Creates the chart in a folder with its name.
   *
   * @param name name of the chart
   * @param folder where its folder is created
   * @return the chart's folder
   */
  public static Path create(String name, Path folder) {
    EngineTraps.closeForCommand();
    Helm.create().withName(name).withDir(folder).call();
    return folder.resolve(name);
  }
}
