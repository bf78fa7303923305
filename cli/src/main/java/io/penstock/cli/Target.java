package io.penstock.cli;

import io.penstock.cli.client.Client;
import io.penstock.cli.cluster.LocalCluster;
import java.util.Optional;

/** Where a command's requests go: an orchestrator that is there, or one that lives only as long as the command. */
record Target(Client client, Optional<LocalCluster> cluster) implements AutoCloseable {

    static Target of(Client client) {
        return new Target(client, Optional.empty());
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
