package dev.catamaran.rights;

/** Where an operator needs a rule that watches certain namespaces only. */
public enum Reach {
  /** In each watched namespace: a Role has it. */
  NAMESPACE,
  /** In the whole cluster: a ClusterRole has it. */
  CLUSTER
}
