package io.penstock.cli.client;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongConsumer;

/** A file that is coming: as long as it grows it is waited for. */
record Transfer(Path target, LongConsumer done) {

    private static final long LOOK_MILLIS = 200;

    HttpResponse<Path> await(Future<HttpResponse<Path>> answer, URI server) throws IOException {
        long size = -1;
        long grown = System.nanoTime();
        while (System.nanoTime() - grown < Client.ANSWER_DEADLINE.toNanos()) {
            try {
                HttpResponse<Path> response = answer.get(LOOK_MILLIS, TimeUnit.MILLISECONDS);
                done.accept(size());
                return response;
            } catch (TimeoutException stillComing) {
                long now = size();
                grown = now > size ? System.nanoTime() : grown;
                size = Math.max(size, now);
                done.accept(now);
            } catch (InterruptedException e) {
                answer.cancel(true);
                Thread.currentThread().interrupt();
                throw new UnreachableException("interrupted while waiting for " + server);
            } catch (ExecutionException e) {
                throw new UnreachableException("%s broke off: %s".formatted(server, e.getCause()));
            }
        }
        answer.cancel(true);
        throw new UnreachableException(
                "%s sent nothing for %d s".formatted(server, Client.ANSWER_DEADLINE.toSeconds()));
    }

    private long size() throws IOException {
        return Files.exists(target) ? Files.size(target) : 0;
    }
}
