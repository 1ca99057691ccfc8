SHELL := /bin/bash
.DEFAULT_GOAL := help

# The cluster that cluster-up starts and cluster-down ends.
CLUSTER ?= default
JAR := target/catamaran.jar
SOURCES := $(shell find pom.xml src samples -not -path "*/target/*" \( -name pom.xml -o -path "*/src/main/*" -type f \))
SCRIPTS := .ci/run $(shell grep -lrE '^\#!.*bash' hack samples --exclude=*.sh) $(shell find hack -name '*.sh')

##@ Build and check

.PHONY: help
help: ## Print this list
	@awk 'BEGIN { FS = ":.*## " } \
	  /^##@/ { printf "\n%s\n", substr($$0, 5) } \
	  /^[a-z0-9-]+:.*## / { printf "  %-14s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

.PHONY: build
build: $(JAR) ## Build target/catamaran.jar, which runs by itself, and the samples in target/samples

$(JAR): $(SOURCES)
	@hack/build

.PHONY: unit
unit: ## Run the unit tests (no cluster; under a minute)
	hack/mvn -q test

.PHONY: test
test: ## Run all tests; the integration tests bring their own cluster
	hack/mvn verify

.PHONY: scale
scale: ## Measure one operator with many primaries: make scale PRIMARIES=10000 CHURN=PT1H
	hack/mvn -q verify -Dtest=none -Dit.test=ScaleRun -Dmaven.test.redirectTestOutputToFile=false \
	  -Dscale.primaries=$(or $(PRIMARIES),1000) -Dscale.churn=$(or $(CHURN),PT1M)

.PHONY: chaos
chaos: ## Let all go wrong at once, in the end all must be as the specs say: make chaos TIME=30m SEED=1
	@hack/chaos $(or $(TIME),2m) $(or $(SEED),1) $(or $(PRIMARIES),100)

.PHONY: fmt
fmt: ## Format the Java sources
	hack/mvn -q -pl . spotless:apply

.PHONY: check
check: ## Fail if a Java source is not formatted, or a script has what shellcheck knows for a mistake
	hack/mvn -q -pl . spotless:check
	@if command -v shellcheck >/dev/null; then shellcheck --external-sources $(SCRIPTS); \
	  else echo "note: the scripts are not checked; apt-get install -y shellcheck"; fi

.PHONY: manifests
manifests: $(JAR) ## Write the CRDs and webhook configurations that follow from Java classes (`make unit` checks them)
	@sed 's/# webhooks:/webhooks:/' watches.yaml >target/watches-with-webhooks.yaml
	hack/catamaran manifests --watches-file target/watches-with-webhooks.yaml
	hack/catamaran manifests --watches-file samples/reverse-words/watches.yaml --crds samples/reverse-words/crds
	hack/catamaran manifests --watches-file samples/ptemplate/watches.yaml --crds samples/ptemplate/crds

.PHONY: clean
clean: ## Remove what was built
	rm -rf target src/*/target samples/*/target

##@ See it work

.PHONY: demo
demo: $(JAR) ## Show the operator at work on a cluster of its own, which is gone afterwards
	@hack/demo

.PHONY: readme
readme: $(JAR) ## Do what README.md says, block by block, on a cluster of its own
	@hack/readme

.PHONY: library
library: ## Make an operator outside of the repository, as docs/use-as-a-library.md says, on a cluster of its own
	@hack/readme docs/use-as-a-library.md

.PHONY: cluster-up
cluster-up: ## Start a local cluster with simulated nodes and print how to use it
	hack/cluster/cluster up --name $(CLUSTER)

.PHONY: cluster-down
cluster-down: ## End the local cluster and remove all it wrote
	hack/cluster/cluster down --name $(CLUSTER)

##@ On the cluster that kubectl talks to

.PHONY: install
install: ## Apply the CRDs
	hack/kubectl apply -k config/crd

.PHONY: uninstall
uninstall: ## Delete the CRDs and with them all custom resources; the operator must run, to clean up after them
	hack/kubectl delete --ignore-not-found -k config/crd

.PHONY: run
run: $(JAR) ## Run the operator on this machine until Ctrl-C (after `make install`)
	hack/catamaran run --watches-file watches.yaml

.PHONY: docker-build
docker-build: ## Build the operator's image as target/jib-image.tar; needs no container engine
	hack/docker-build

.PHONY: base-image
base-image: ## Build only the image that operators are built on, as target/catamaran-image.tar
	hack/docker-build base

.PHONY: deploy
deploy: ## Run the operator in the cluster; loads the image first where the cluster is a node of hack/cluster
	hack/deploy

.PHONY: undeploy
undeploy: ## Delete all custom resources, their CRDs and the operator
	hack/undeploy

.PHONY: e2e
e2e: $(JAR) ## Build the image and try it, from deploy to undeploy, on a real node of its own (root on Linux)
	hack/e2e
