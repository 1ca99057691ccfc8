package dev.catamaran.manager;

import dev.catamaran.api.ChartExtension;
import dev.catamaran.api.GroupVersionKind;
import dev.catamaran.kit.Webhook;
import dev.catamaran.watch.InvalidWatchesException;
import dev.catamaran.watch.InvalidWatchesException.Problem;
import dev.catamaran.watch.Watch;
import dev.catamaran.watch.Watch.GroupKind;
import dev.catamaran.watch.Watch.Source.ExtensionSource;
import dev.catamaran.watch.Watch.Source.HelmChart;
import dev.catamaran.watch.Watch.WebhookSource;
import dev.catamaran.watch.Watches;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Declarations of a program, beside a watches.yaml or on top of its entries.
 *
 * @param watches kinds of the program
 * @param extensions for charts of the program or of watches.yaml
 * @param webhooks for kinds of the program or of watches.yaml
 */
record DeclaredWatches(
    List<Watch> watches,
    Map<GroupVersionKind, List<ChartExtension>> extensions,
    Map<GroupVersionKind, List<Webhook>> webhooks) {
  /** Place of a problem if there is no file. */
  static final Path PROGRAM = Path.of("the program");

  DeclaredWatches {
    watches = List.copyOf(watches);
    extensions = Map.copyOf(extensions);
    webhooks = Map.copyOf(webhooks);
  }

  /**
   * Returns the watches of the file and of the program.
   *
   * @throws InvalidWatchesException if the two do not fit together
   */
  Watches over(Watches file) throws InvalidWatchesException {
    var all = new ArrayList<>(file.watches());
    all.addAll(watches);
    var place = file.file().toString().isEmpty() ? PROGRAM : file.file();
    var problems = new ArrayList<Problem>();
    if (all.isEmpty()) {
      problems.add(
          new Problem(place, 0, "", "", "nothing is watched", "call watches, chart or reconciler"));
    }
    var seen = new HashMap<GroupKind, Watch>();
    for (var watch : all) {
      var first = seen.putIfAbsent(GroupKind.of(watch.gvk()), watch);
      if (first != null) {
        // The API server serves the same objects in each version.
        var other = "the same objects are watched in version " + watch.gvk().version();
        var again = first.line() > 0 ? "the program declares it too" : "declared twice";
        problems.add(problem(place, first, first.gvk().equals(watch.gvk()) ? again : other));
      }
    }
    for (var gvk : without(extensions, all.stream().filter(w -> w.source() instanceof HelmChart))) {
      var what = "the program has an extension for it, but it is backed by no chart";
      problems.add(problem(place, 0, gvk, what, "correct the kind, or add it with chart"));
    }
    for (var gvk : without(webhooks, all.stream())) {
      var what = "the program has a webhook for it, but it is not watched";
      var hint = "correct the kind, or add it with chart or reconciler";
      problems.add(problem(place, 0, gvk, what, hint));
    }
    if (!problems.isEmpty()) {
      throw new InvalidWatchesException(place, problems);
    }
    return new Watches(
        file.file(), all.stream().map(this::extended).map(this::asked).toList(), file.notes());
  }

  private Watch extended(Watch watch) {
    if (!(watch.source() instanceof HelmChart source)) {
      return watch;
    }
    var chart = source;
    for (var extension : extensions.getOrDefault(watch.gvk(), List.of())) {
      chart = chart.with(new ExtensionSource.Given(extension));
    }
    return new Watch(watch.gvk(), chart, watch.options(), watch.webhooks(), watch.line());
  }

  private Watch asked(Watch watch) {
    return watch.with(
        webhooks.getOrDefault(watch.gvk(), List.of()).stream()
            .<WebhookSource>map(WebhookSource.Given::new)
            .toList());
  }

  private static List<GroupVersionKind> without(
      Map<GroupVersionKind, ?> declared, Stream<Watch> watches) {
    var watched = watches.map(Watch::gvk).toList();
    return declared.keySet().stream().filter(gvk -> !watched.contains(gvk)).toList();
  }

  private static Problem problem(Path place, Watch watch, String what) {
    return problem(place, watch.line(), watch.gvk(), what, "keep one of them");
  }

  private static Problem problem(
      Path place, int line, GroupVersionKind gvk, String what, String hint) {
    return new Problem(place, line, "", gvk.toString(), what, hint);
  }
}
