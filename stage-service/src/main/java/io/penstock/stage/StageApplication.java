package io.penstock.stage;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/** Starts one worker: executes the stages it is given. */
@SpringBootApplication
public class StageApplication {

    public static void main(String[] arguments) {
        SpringApplication.run(StageApplication.class, arguments);
    }
}
