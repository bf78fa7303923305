package io.penstock.common.wire;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;

/** A socket without the protocol, to say wrong things with. */
final class RawClient implements AutoCloseable {

    private static final int PATIENCE_MILLIS = 20_000;

    private final Socket socket;
    private boolean broken;

    RawClient(int port) throws IOException {
        socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setSoTimeout(PATIENCE_MILLIS);
    }

    /** Writes all of it, or as much as the other side takes before it closes. */
    RawClient say(byte[] bytes) throws IOException {
        try {
            socket.getOutputStream().write(bytes);
        } catch (SocketException reset) {
            broken = true;
        }
        return this;
    }

    /** Reads until the other side closes; fails with a time-out if it does not. */
    void awaitClose() throws IOException {
        if (broken) {
            return;
        }
        try {
            socket.getInputStream().transferTo(OutputStream.nullOutputStream());
        } catch (SocketException reset) {
            broken = true;
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
