package dev.catamaran.release;

/** With whose rights a release is made, changed and taken down. */
public sealed interface Account {

  /** The operator's own. */
  record OfOperator() implements Account {
    @Override
    public String toString() {
      return "the operator's account";
    }
  }

  /** Those of a service account, which the operator impersonates. */
  record ServiceAccount(String namespace, String name) implements Account {

    /** As the API server calls it (k8s.io/apiserver, pkg/authentication/serviceaccount). */
    public String user() {
      return "system:serviceaccount:" + namespace + ":" + name;
    }

    @Override
    public String toString() {
      return "service account " + namespace + "/" + name;
    }
  }
}
