package io.penstock.orchestrator.setting;

/** A server would listen beyond this host with nothing to keep strangers out. */
final class ExposedWithoutSecretException extends RuntimeException {

    private final String remedy;

    ExposedWithoutSecretException(String property, String address, String remedy) {
        super("%s is \"%s\", which is not loopback, and %s is not set".formatted(property, address, remedy));
        this.remedy = remedy;
    }

    String remedy() {
        return remedy;
    }
}
