package io.penstock.orchestrator;

import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.boot.test.context.SpringBootTest;

/** Runs a test against one orchestrator that all such tests share; every test brings its own workers and job ids. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Inherited
@SpringBootTest(
        webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
        properties = {
            "spring.datasource.url=jdbc:h2:mem:orchestrator;MODE=PostgreSQL;DB_CLOSE_DELAY=-1",
            "management.server.port=0",
            "penstock.control.port=0",
            "penstock.control.secret=s3cret",
            "penstock.local-workers=0",
            "penstock.data-root=src/test/resources/data",
            "penstock.state-directory=target/state",
            "penstock.port-file=target/state/ports.json"
        })
public @interface OrchestratorTest {}
