package dev.catamaran.testkit;

import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Version;

/** A kind without namespaces; its CRD is where fabric8's generator writes one. */
@Group("kit.catamaran.dev")
@Version("v1")
public class Raft extends CustomResource<Void, Void> {}
