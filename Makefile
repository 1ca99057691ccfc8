SHELL := /bin/bash
.DEFAULT_GOAL := help

# The cluster that cluster-up starts and cluster-down ends.
CLUSTER ?= default
JAR := target/catamaran.jar
SOURCES := $(shell find pom.xml src samples -not -path "*/target/*" \( -name pom.xml -o -path "*/src/main/*" -type f -o -path "src/engine/*" -type f -not -name "*_test.go" \))
SCRIPTS := .ci/run src/tests/programs/build src/tests/programs/foreign-crds $(shell grep -lrE '^\#!.*bash' hack samples --exclude=*.sh) $(shell find hack -name '*.sh')

##@ Build and check

.PHONY: help
help: ## Print this list
	@awk 'BEGIN { FS = ":.*## " } \
	  /^##@/ { printf "\n%s\n", substr($$0, 5) } \
	  /^[a-z0-9-]+:.*## / { printf "  %-14s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

.PHONY: build
build: $(JAR) ## Build the command target/bin/catamaran, target/catamaran.jar, and the samples in target/samples

$(JAR): $(SOURCES)
	@hack/build

.PHONY: engine
engine: ## Build only the engine, the Go program that runs Helm (`make build` does it too)
	hack/engine-build

.PHONY: engine-test
engine-test: ## Run the Go tests of the engine; they bring their own cluster
	hack/engine-test

.PHONY: publish
publish: ## Install the library into the local Maven repository, for projects outside of this one
	@hack/publish

.PHONY: release
release: ## Make all files of a release in target/release: library, command, image, SBOM, checksums; publishes nothing
	@hack/release

.PHONY: unit
unit: ## Compile what changed since the unit tests passed, and run its tests (no cluster; about a minute)
	@hack/unit

.PHONY: test
test: ## Run all tests, and print which were skipped; the integration tests bring their own cluster
	@hack/test

.PHONY: test-k3s
test-k3s: ## Run the integration tests that hold on a real node, on K3s in a container (needs a container engine)
	CATAMARAN_TEST_CLUSTER=k3s hack/mvn verify -Dtest=none -Dsurefire.failIfNoSpecifiedTests=false

.PHONY: scale
scale: ## Measure one operator with many primaries: make scale PRIMARIES=10000 CHURN=PT1H
	hack/mvn -q verify -Dtest=none -Dit.test=ScaleRun -Dmaven.test.redirectTestOutputToFile=false \
	  -Dscale.primaries=$(or $(PRIMARIES),1000) -Dscale.churn=$(or $(CHURN),PT1M)

.PHONY: bench
bench: ## Measure beside other operators, hours: make bench; a short form: make bench SHORT=true
	@hack/bench

.PHONY: endurance
endurance: ## Plot the memory while releases come and go: make endurance RELEASES=10000
	@hack/bench endurance

.PHONY: jmh
jmh: ## Measure time and allocations of the pure parts, minutes; of some: make jmh ONLY=Manifest
	hack/mvn -q test -pl src/operator -am -Dtest=BenchmarksRun -Dsurefire.failIfNoSpecifiedTests=false \
	  -Dmaven.test.redirectTestOutputToFile=false -Djmh.only='$(ONLY)'

.PHONY: chaos
chaos: ## Cause random faults; afterwards the cluster must agree with the specs: make chaos TIME=30m SEED=1
	@hack/chaos $(or $(TIME),2m) '$(SEED)' $(or $(PRIMARIES),100)

.PHONY: fuzz
fuzz: ## Look for inputs that break the parsers, each for TIME: make fuzz TIME=5m PART=Manifest
	@hack/fuzz $(or $(TIME),5m) '$(PART)'

.PHONY: sbom
sbom: ## Write bills of materials of both halves into target/sbom (CycloneDX), for scanners of vulnerabilities
	@hack/sbom

.PHONY: site
site: ## Make the site in target/site: the pages, the Javadoc, the schema of watches.yaml; fails on a dead link
	@hack/site

.PHONY: fmt
fmt: ## Format the Java sources
	hack/mvn -q -pl . spotless:apply

.PHONY: check
check: ## Fail if a Java source is not formatted, or shellcheck finds a problem in a script
	hack/mvn -q -pl . spotless:check
	@if command -v shellcheck >/dev/null; then shellcheck --external-sources $(SCRIPTS); \
	  else echo "note: the scripts are not checked; apt-get install -y shellcheck"; fi

.PHONY: manifests
manifests: $(JAR) ## Write CRDs, permissions and webhook configurations from charts and classes (`make unit` checks them)
	hack/catamaran manifests
	@sed 's/# webhooks:/webhooks:/' watches.yaml >target/watches-with-webhooks.yaml
	hack/catamaran manifests --watches-file target/watches-with-webhooks.yaml
	hack/catamaran manifests --watches-file samples/reverse-words/watches.yaml --crds samples/reverse-words/crds
	hack/catamaran manifests --watches-file samples/ptemplate/watches.yaml --crds samples/ptemplate/crds

.PHONY: clean
clean: ## Remove all built files
	rm -rf target src/*/target samples/*/target

##@ Try it

.PHONY: demo
demo: $(JAR) ## Show the operator on a temporary cluster
	@hack/demo

.PHONY: recording
recording: ## Record docs/images/terminal.svg, the terminal of README.md, anew on a temporary cluster
	@hack/recording

.PHONY: readme
readme: $(JAR) ## Run the commands of README.md, the tutorials and the migration pages, block by block, on a temporary cluster
	@hack/readme README.md docs/tutorials/chart-to-operator.md docs/tutorials/sample-operator.md docs/migrate/from-helm.md docs/migrate/from-flux.md docs/migrate/from-argocd.md

.PHONY: library
library: ## Build an operator outside of the repository, as docs/tutorials/operator-in-java.md describes, on a temporary cluster
	@hack/readme docs/tutorials/operator-in-java.md

.PHONY: cluster-up
cluster-up: ## Start a local cluster with simulated nodes and print how to use it
	hack/cluster/cluster up --name $(CLUSTER)

.PHONY: cluster-down
cluster-down: ## End the local cluster and remove all its files
	hack/cluster/cluster down --name $(CLUSTER)

##@ On the current cluster of kubectl

.PHONY: install
install: ## Apply the CRDs
	hack/kubectl apply -k config/crd

.PHONY: uninstall
uninstall: ## Delete the CRDs and with them all custom resources; the operator must run, to uninstall their releases
	hack/kubectl delete --ignore-not-found -k config/crd

.PHONY: run
run: $(JAR) ## Run the operator on this machine until Ctrl-C (after `make install`)
	hack/catamaran run --watches-file watches.yaml

.PHONY: docker-build
docker-build: ## Build the operator's image as target/jib-image.tar; needs no container engine
	hack/docker-build

.PHONY: base-image
base-image: ## Build only the image that operators are built on, as target/catamaran-image.tar, unless it is newer than the sources
	hack/docker-build base

.PHONY: deploy
deploy: ## Run the operator in the cluster; on a node of hack/cluster, load the image first
	hack/deploy

.PHONY: undeploy
undeploy: ## Delete all custom resources, their CRDs and the operator
	hack/undeploy

.PHONY: e2e
e2e: $(JAR) ## Test the image on a temporary real node, from deploy to undeploy (root on Linux)
	hack/e2e
