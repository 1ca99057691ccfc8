package dev.catamaran.bench;

import dev.catamaran.testcluster.TestCluster;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.xpath.XPath;
import javax.xml.xpath.XPathConstants;
import javax.xml.xpath.XPathExpressionException;
import javax.xml.xpath.XPathFactory;
import org.w3c.dom.Document;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/**
 * How the image starts Java, from the files that the image and its pod are made of.
 *
 * @param flags of the JVM
 * @param environment variables
 * @param memory the limit of the pod, in bytes
 */
record ImageSettings(List<String> flags, Map<String, String> environment, long memory) {
  private static final Path POM = Path.of("src/command/pom.xml");
  private static final Path POD = Path.of("config/manager/manager.yaml");

  static ImageSettings read() {
    try {
      var pom =
          DocumentBuilderFactory.newDefaultInstance().newDocumentBuilder().parse(POM.toFile());
      var environment = new LinkedHashMap<String, String>();
      nodes(pom, "//container/environment/*")
          .forEach(node -> environment.put(node.getNodeName(), node.getTextContent()));
      return new ImageSettings(
          nodes(pom, "//container/jvmFlags/jvmFlag").map(Node::getTextContent).toList(),
          environment,
          memoryOfThePod());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (ParserConfigurationException | SAXException | XPathExpressionException e) {
      throw new IllegalStateException(POM + " cannot be read: " + e.getMessage(), e);
    }
  }

  /** The JVM, with these flags and the memory of the pod. */
  List<String> java() {
    return Stream.concat(
            Stream.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                // Flags with a share of the memory mean that of the pod.
                "-XX:MaxRAM=" + memory),
            flags.stream())
        .toList();
  }

  private static Stream<Node> nodes(Document pom, String path) throws XPathExpressionException {
    XPath xpath = XPathFactory.newInstance().newXPath();
    var found = (NodeList) xpath.evaluate(path, pom, XPathConstants.NODESET);
    if (found.getLength() == 0) {
      throw new IllegalStateException(POM + " has no " + path);
    }
    return IntStream.range(0, found.getLength()).mapToObj(found::item);
  }

  private static long memoryOfThePod() throws IOException {
    try (var in = Files.newInputStream(POD)) {
      return TestCluster.shared().admin().load(in).items().stream()
          .filter(Deployment.class::isInstance)
          .map(Deployment.class::cast)
          .flatMap(
              deployment -> deployment.getSpec().getTemplate().getSpec().getContainers().stream())
          .map(container -> container.getResources().getLimits().get("memory"))
          .mapToLong(limit -> limit.getNumericalAmount().longValueExact())
          .findFirst()
          .orElseThrow(() -> new IllegalStateException(POD + " limits no memory"));
    }
  }
}
