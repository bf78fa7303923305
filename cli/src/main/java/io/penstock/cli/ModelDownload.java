package io.penstock.cli;

import io.penstock.cli.client.Client;
import io.penstock.cli.client.ModelFiles;
import io.penstock.cli.screen.TransferDisplay;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** Fetches a trained model, file by file under another name until it is whole. */
record ModelDownload(Client client, TransferDisplay display) {

    /** Puts the model of a job into a folder, which is made if it is not there; returns its files. */
    ModelFiles fetch(String id, Path folder) throws IOException {
        ModelFiles model = client.model(id);
        long total = model.files().stream().mapToLong(ModelFiles.Entry::size).sum();
        Files.createDirectories(folder);
        long before = 0;
        for (ModelFiles.Entry file : model.files()) {
            fetch(id, file, folder, before, total);
            before += file.size();
        }
        display.finish();
        return model;
    }

    private void fetch(String id, ModelFiles.Entry file, Path folder, long before, long total) throws IOException {
        Path target = folder.resolve(Path.of(file.name()).getFileName());
        Path part = target.resolveSibling("." + target.getFileName() + ".part");
        try {
            client.download(id, file.name(), part, done -> display.update(file.name(), before + done, total));
            if (Files.size(part) != file.size()) {
                throw new IOException("%s has %d bytes but %d came: export again"
                        .formatted(file.name(), file.size(), Files.size(part)));
            }
            Files.move(part, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(part);
        }
    }
}
