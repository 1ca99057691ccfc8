package dev.catamaran.bench;

import dev.catamaran.testcluster.GoOperator;
import dev.catamaran.testcluster.OperatorIdentity;
import dev.catamaran.testcluster.OperatorProcess;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.Watching;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;

/** An operator: it makes a release of each primary. */
enum Operator implements Contender {
  CATAMARAN("catamaran") {
    @Override
    public OperatorIdentity account(TestNamespace namespace) {
      return namespace.identity();
    }

    @Override
    public OperatorProcess start(Site site) {
      var launch = Launch.given();
      var command = new ArrayList<>(launch.javaOfThePod());
      command.addAll(launch.catamaran());
      command.addAll(
          List.of(
              "run",
              "--watches-file=" + Watching.chart(Site.KIND, site.chart()).write(),
              "--kubeconfig=" + account(site.namespace()).kubeconfig(),
              "--metrics-bind-address=0",
              "--health-probe-bind-address=0",
              "--max-concurrent-reconciles=" + WORKERS,
              site.periodFlag()));
      var environment = new HashMap<>(launch.environment());
      environment.put("WATCH_NAMESPACE", site.namespace().name());
      return site.namespace().launch(command, environment);
    }

    @Override
    boolean tellsReadiness() {
      return true;
    }
  },

  HELM_OPERATOR("helm-operator") {
    @Override
    public void prepare() {
      GoOperator.OPERATOR_SDK.binary();
    }

    @Override
    public OperatorIdentity account(TestNamespace namespace) {
      return GoOperator.OPERATOR_SDK.identity(namespace);
    }

    @Override
    public OperatorProcess start(Site site) {
      return site.namespace()
          .launch(
              GoOperator.OPERATOR_SDK, Watching.chart(Site.KIND, site.chart()), site.periodFlag());
    }
  },

  HELM_OPERATOR_PLUGINS("helm-operator-plugins") {
    @Override
    public void prepare() {
      GoOperator.HELM_OPERATOR_PLUGINS.binary();
    }

    @Override
    public OperatorIdentity account(TestNamespace namespace) {
      return GoOperator.HELM_OPERATOR_PLUGINS.identity(namespace);
    }

    @Override
    public OperatorProcess start(Site site) {
      // Its program inverts this option: so it watches, like the others.
      var watching = Watching.chart(Site.KIND, site.chart(), "watchDependentResources: false");
      return site.namespace().launch(GoOperator.HELM_OPERATOR_PLUGINS, watching, site.periodFlag());
    }
  };

  private final String title;

  Operator(String title) {
    this.title = title;
  }

  @Override
  public String title() {
    return title;
  }

  @Override
  public boolean tells() {
    return true;
  }

  /** Whether its status says when the objects of a release are ready. */
  boolean tellsReadiness() {
    return false;
  }
}
