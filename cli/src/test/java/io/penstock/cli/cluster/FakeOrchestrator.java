package io.penstock.cli.cluster;

import io.penstock.cli.Answers;
import io.penstock.cli.StubServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A process that starts and ends as the orchestrator does: writes its ports, serves, exits when its input ends. */
public final class FakeOrchestrator {

    private FakeOrchestrator() {}

    /** Writes an application jar that only points to this class. */
    public static Path jar(Path file) throws IOException {
        Manifest manifest = new Manifest();
        Attributes attributes = manifest.getMainAttributes();
        attributes.put(Attributes.Name.MANIFEST_VERSION, "1.0");
        attributes.put(Attributes.Name.MAIN_CLASS, FakeOrchestrator.class.getName());
        attributes.put(Attributes.Name.CLASS_PATH, classPath());
        Files.createDirectories(file.getParent());
        new JarOutputStream(Files.newOutputStream(file), manifest).close();
        return file;
    }

    private static String classPath() {
        return Stream.of(System.getProperty("java.class.path").split(":"))
                .map(entry -> Path.of(entry).toUri().toString())
                .collect(Collectors.joining(" "));
    }

    public static void main(String[] arguments) throws IOException {
        System.out.println("asked for " + String.join(" ", arguments));
        if (Arrays.asList(arguments).contains("--penstock.local-workers=13")) {
            System.out.println("thirteen workers bring bad luck");
            System.exit(7);
        }
        try (StubServer server = new StubServer()) {
            server.on("POST /jobs", StubServer.json(202, Answers.RUNNING))
                    .on("GET /jobs/j1", StubServer.json(200, Answers.SUCCEEDED))
                    .on("POST /plans", StubServer.json(422, Answers.REFUSAL));
            writePorts(server, arguments);
            System.in.transferTo(System.out);
        }
        System.exit(0);
    }

    private static void writePorts(StubServer server, String[] arguments) throws IOException {
        String option = "--penstock.port-file=";
        Path file = Stream.of(arguments)
                .filter(argument -> argument.startsWith(option))
                .map(argument -> Path.of(argument.substring(option.length())))
                .findFirst()
                .orElseThrow();
        int port = server.uri().getPort();
        Files.writeString(file, "{\"api\": %d, \"management\": %d, \"control\": 1, \"pid\": 1}".formatted(port, port));
    }
}
