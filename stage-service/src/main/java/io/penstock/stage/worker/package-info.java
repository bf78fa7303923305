/** A worker process: configuration, its connection to the orchestrator, and the run of one job. */
package io.penstock.stage.worker;
