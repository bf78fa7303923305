package io.penstock.common.wire;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;

/** A socket without the protocol, to say wrong things with. */
final class RawClient implements AutoCloseable {

    private static final int PATIENCE_MILLIS = 20_000;

    private final Socket socket;

    RawClient(int port) throws IOException {
        socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setSoTimeout(PATIENCE_MILLIS);
    }

    RawClient say(byte[] bytes) throws IOException {
        socket.getOutputStream().write(bytes);
        return this;
    }

    /** Reads until the other side closes; fails with a time-out if it does not. */
    void awaitClose() throws IOException {
        try {
            socket.getInputStream().transferTo(java.io.OutputStream.nullOutputStream());
        } catch (SocketException reset) {
            assert reset.getMessage() != null;
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
