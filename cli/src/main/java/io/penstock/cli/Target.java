package io.penstock.cli;

import io.penstock.cli.client.Client;
import io.penstock.cli.client.UnreachableException;
import io.penstock.cli.cluster.LocalCluster;
import java.io.IOException;
import java.util.Optional;

/** Where a command's requests go: an orchestrator that is there, or one that lives only as long as the command. */
record Target(Client client, Optional<LocalCluster> cluster) implements AutoCloseable {

    static Target of(Client client) {
        return new Target(client, Optional.empty());
    }

    /** The orchestrator that was named, or one of our own with so many workers. */
    static Target of(ServerOptions server, LocalOptions local, int workers) throws IOException, InterruptedException {
        return of(server, local, workers, false);
    }

    /** The same; one of our own stores models only if they are asked for. */
    static Target of(ServerOptions server, LocalOptions local, int workers, boolean models)
            throws IOException, InterruptedException {
        return server.isGiven() ? of(server.client()) : own(server, local, workers, models);
    }

    /** The orchestrator that was named or is there, or one of our own without workers. */
    static Target present(ServerOptions server, LocalOptions local) throws IOException, InterruptedException {
        Client client = server.client();
        if (server.isGiven() || answers(client)) {
            return of(client);
        }
        client.close();
        return own(server, local, 0, false);
    }

    private static Target own(ServerOptions server, LocalOptions local, int workers, boolean models)
            throws IOException, InterruptedException {
        LocalCluster cluster = LocalCluster.start(local.privateCluster(workers, models));
        return new Target(server.client(cluster.api()), Optional.of(cluster));
    }

    private static boolean answers(Client client) {
        try {
            client.version();
            return true;
        } catch (UnreachableException nobody) {
            return false;
        }
    }

    /** Throws if the command's own orchestrator is gone. */
    void checkAlive() {
        cluster.ifPresent(LocalCluster::checkAlive);
    }

    @Override
    public void close() {
        client.close();
        cluster.ifPresent(LocalCluster::close);
    }
}
