package io.penstock.stage;

import java.security.Security;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/** Starts one worker: executes the stages it is given. */
@SpringBootApplication
public class StageApplication {

    public static void main(String[] arguments) {
        forgetNamesSoon();
        SpringApplication.run(StageApplication.class, arguments);
    }

    /** A pod or container that was replaced has another address; Java would keep the old one, or that there was none, for long. */
    private static void forgetNamesSoon() {
        Security.setProperty("networkaddress.cache.ttl", "1");
        Security.setProperty("networkaddress.cache.negative.ttl", "1");
    }
}
