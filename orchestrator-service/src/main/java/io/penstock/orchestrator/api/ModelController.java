package io.penstock.orchestrator.api;

import io.penstock.orchestrator.job.Job;
import io.penstock.orchestrator.job.Jobs;
import io.penstock.orchestrator.model.ModelStore;
import io.penstock.orchestrator.model.ModelStore.ModelFile;
import io.swagger.v3.oas.annotations.Operation;
import java.util.List;
import org.springframework.core.io.FileSystemResource;
import org.springframework.core.io.Resource;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Trained models over REST. */
@RestController
@RequestMapping("/jobs/{id}/model")
class ModelController {

    private final Jobs jobs;
    private final ModelStore models;

    ModelController(Jobs jobs, ModelStore models) {
        this.jobs = jobs;
        this.models = models;
    }

    /** The files of a model. */
    record ModelView(String job, List<ModelFile> files) {}

    @GetMapping(produces = MediaType.APPLICATION_JSON_VALUE)
    @Operation(summary = "The files of the model that a job has trained, in the form of the public tools")
    ModelView list(@PathVariable String id) {
        return new ModelView(id, files(id));
    }

    @GetMapping("/{file}")
    @Operation(summary = "One of these files")
    ResponseEntity<Resource> file(@PathVariable String id, @PathVariable String file) {
        ModelFile found = files(id).stream()
                .filter(each -> each.name().equals(file))
                .findFirst()
                .orElseThrow(() -> NoModelException.withoutFile(id, file));
        MediaType type = file.endsWith(".json") ? MediaType.APPLICATION_JSON : MediaType.APPLICATION_OCTET_STREAM;
        return ResponseEntity.ok().contentType(type).body(new FileSystemResource(models.path(id, found)));
    }

    private List<ModelFile> files(String id) {
        Job job = jobs.get(id);
        List<ModelFile> files = job.state().finished() ? models.files(job.id()) : List.of();
        if (files.isEmpty()) {
            throw NoModelException.of(job);
        }
        return files;
    }
}
