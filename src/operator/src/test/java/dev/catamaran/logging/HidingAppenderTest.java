package dev.catamaran.logging;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.JsonEncoder;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.encoder.Encoder;
import dev.catamaran.telemetry.HiddenTexts;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.MDC;

class HidingAppenderTest {
  private final LoggerContext context = new LoggerContext();

  @BeforeEach
  void hide() {
    context.setMDCAdapter(MDC.getMDCAdapter());
    HiddenTexts.put("uid-of-a-primary", text -> text.replace("hunter2", "***"));
  }

  @AfterEach
  void forget() {
    HiddenTexts.forget("uid-of-a-primary");
    MDC.clear();
  }

  @Test
  void hidesInMessagesArgumentsAndExceptions() {
    MDC.put("resource.uid", "uid-of-a-primary");
    var pattern = new PatternLayoutEncoder();
    pattern.setPattern("%msg%n");
    var text = logged(pattern);
    assertTrue(text.startsWith("*** and ***"), text);
    assertTrue(text.contains("IllegalStateException: outer ***"), text);
    assertTrue(text.contains("IllegalArgumentException: inner ***"), text);
    assertFalse(text.contains("hunter2"), text);
  }

  @Test
  void hidesInJson() {
    MDC.put("resource.uid", "uid-of-a-primary");
    var text = logged(new JsonEncoder());
    assertTrue(text.contains("*** and ***"), text);
    assertTrue(text.contains("inner ***"), text);
    assertFalse(text.contains("hunter2"), text);
  }

  @Test
  void hidesSecretsOfAllPrimariesOutsideOfAPass() {
    assertFalse(logged(new JsonEncoder()).contains("hunter2"));
  }

  @Test
  void doesNotHideSecretsOfAnotherPrimary() {
    MDC.put("resource.uid", "uid-of-another");
    assertTrue(logged(new JsonEncoder()).contains("hunter2"));
  }

  private String logged(Encoder<ILoggingEvent> encoder) {
    var out = new ByteArrayOutputStream();
    encoder.setContext(context);
    encoder.start();
    var hiding = new HidingAppender();
    hiding.setContext(context);
    hiding.setEncoder(encoder);
    hiding.start();
    hiding.setOutputStream(out);
    var log = context.getLogger("test");
    log.addAppender(hiding);
    var inner = new IllegalArgumentException("inner hunter2");
    log.atWarn()
        .addKeyValue("pair", "hunter2")
        .setCause(new IllegalStateException("outer hunter2", inner))
        .log("{} and hunter2", "hunter2");
    return out.toString(StandardCharsets.UTF_8);
  }
}
