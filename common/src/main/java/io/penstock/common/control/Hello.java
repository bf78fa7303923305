package io.penstock.common.control;

/**
 * The first message of a worker.
 *
 * @param secret the shared secret; a wrong one closes the connection
 * @param worker the worker's name, unique in the cluster
 * @param host where peers reach the worker's tensor server
 * @param tensorPort the tensor server's port
 * @param managementPort the port of health and metrics
 * @param processId the operating system's process id
 * @param backend the name of the compute backend
 * @param device the device in words
 * @param memoryBytes memory that the device can give to tensors
 * @param gigaflops measured rate of a float32 matrix product, in 10⁹ floating-point operations a second
 */
public record Hello(
        String secret,
        String worker,
        String host,
        int tensorPort,
        int managementPort,
        long processId,
        String backend,
        String device,
        long memoryBytes,
        double gigaflops)
        implements ControlMessage.Report {}
