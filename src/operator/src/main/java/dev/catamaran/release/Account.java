package dev.catamaran.release;

/** Account with which a release is made, changed and uninstalled. */
public sealed interface Account {

  /** The operator's own account. */
  record OfOperator() implements Account {
    @Override
    public String toString() {
      return "the operator's account";
    }
  }

  /** A service account that the operator impersonates. */
  record ServiceAccount(String namespace, String name) implements Account {

    /**
     * Returns the API server's name for it (k8s.io/apiserver, pkg/authentication/serviceaccount).
     */
    public String user() {
      return "system:serviceaccount:" + namespace + ":" + name;
    }

    @Override
    public String toString() {
      return "service account " + namespace + "/" + name;
    }
  }
}
