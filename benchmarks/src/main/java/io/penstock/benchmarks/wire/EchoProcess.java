package io.penstock.benchmarks.wire;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** A second virtual machine that sends each tensor back; it ends when its standard input does. */
final class EchoProcess implements AutoCloseable {

    private static final String JVM_OPTIONS = "--enable-native-access=ALL-UNNAMED";

    private final Process process;
    private final int port;

    EchoProcess(int bytes, boolean onLoop, int backPort) throws IOException {
        process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        JVM_OPTIONS,
                        "--sun-misc-unsafe-memory-access=allow",
                        "-cp",
                        System.getProperty("java.class.path"),
                        EchoProcess.class.getName(),
                        Integer.toString(bytes),
                        Boolean.toString(onLoop),
                        Integer.toString(backPort))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        port = Integer.parseInt(
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8)).readLine());
    }

    int port() {
        return port;
    }

    @Override
    public void close() throws IOException {
        process.getOutputStream().close();
        try {
            process.waitFor(10, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        process.destroyForcibly();
    }

    /** Arguments: bytes, whether to echo on the event loop, the port to send to. */
    public static void main(String[] arguments) throws IOException {
        boolean onLoop = Boolean.parseBoolean(arguments[1]);
        try (Station station = new Station(Integer.parseInt(arguments[0]), onLoop)) {
            station.dial(Integer.parseInt(arguments[2]));
            System.out.println(station.port());
            if (!onLoop) {
                Thread.ofPlatform().daemon().start(() -> echo(station));
            }
            System.in.transferTo(OutputStream.nullOutputStream());
        }
    }

    private static void echo(Station station) {
        try {
            while (true) {
                station.take();
                station.send();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
