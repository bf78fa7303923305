package io.penstock.orchestrator.model;

import io.penstock.engine.checkpoint.InvalidCheckpointException;
import io.penstock.engine.checkpoint.ModelAssembly;
import io.penstock.engine.checkpoint.ModelFolder;
import io.penstock.engine.job.JobReader;
import io.penstock.engine.model.Model;
import io.penstock.engine.progress.Progress;
import io.penstock.orchestrator.job.Job;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The models that jobs have trained, a folder each below the data root, which workers and orchestrator share: workers write
 * the parameters that they hold, and here they become one model.
 */
public final class ModelStore {

    private static final Logger LOG = LoggerFactory.getLogger(ModelStore.class);

    private final Path root;
    private final String folder;

    /**
     * A store of models.
     *
     * @param root the data root
     * @param folder relative to it; empty to store no model
     */
    public ModelStore(Path root, String folder) {
        this.root = root;
        this.folder = folder;
    }

    /** A file of a model. */
    public record ModelFile(String name, long size) {}

    /**
     * Makes room for a job's model.
     *
     * @return where its workers write, relative to the data root; null if no model is stored, or the job trains none
     */
    public @Nullable String begin(Job job) {
        Long steps = JobReader.read(job.specification()).training().steps();
        if (folder.isEmpty() || (steps != null && steps == 0)) {
            return null;
        }
        delete(job.id());
        return shards(job);
    }

    private String shards(Job job) {
        return "%s/%s/shards-%d".formatted(folder, job.id(), job.attempt());
    }

    /**
     * Makes one model of what the workers wrote where {@link #begin} said.
     *
     * @return why there is none, null if there is
     */
    public @Nullable String complete(Job job, int ranks, Progress progress) {
        Path shards = root.resolve(shards(job));
        try {
            Model model = JobReader.read(job.specification()).model();
            ModelAssembly.assemble(of(job.id()), model, shards, ranks, progress);
            return null;
        } catch (IOException | InvalidCheckpointException e) {
            LOG.warn("the model of job {} could not be stored", job.id(), e);
            return "the model could not be stored: " + e.getMessage();
        } finally {
            deleteTree(shards);
        }
    }

    /** The files of a job's model, none if there is no model. */
    public List<ModelFile> files(String job) {
        if (folder.isEmpty() || !Files.exists(of(job).resolve(ModelFolder.CONFIG))) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(of(job))) {
            return files.filter(ModelStore::isServed)
                    .map(file -> new ModelFile(file.getFileName().toString(), size(file)))
                    .sorted(Comparator.comparing(ModelFile::name))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean isServed(Path file) {
        return Files.isRegularFile(file) && !file.getFileName().toString().startsWith(".");
    }

    private static long size(Path file) {
        try {
            return Files.size(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Where one of {@link #files} is. */
    public Path path(String job, ModelFile file) {
        return of(job).resolve(file.name());
    }

    /** Forgets a job's model, if there is one. */
    public void delete(String job) {
        if (!folder.isEmpty()) {
            deleteTree(of(job));
        }
    }

    private Path of(String job) {
        return root.resolve(folder).resolve(job);
    }

    private static void deleteTree(Path tree) {
        try (Stream<Path> files = Files.walk(tree)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (NoSuchFileException nothingThere) {
            return;
        } catch (IOException | UncheckedIOException e) {
            LOG.warn("{} could not be deleted", tree, e);
        }
    }
}
