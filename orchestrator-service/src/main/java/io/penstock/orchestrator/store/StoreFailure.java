package io.penstock.orchestrator.store;

import org.springframework.dao.ConcurrencyFailureException;
import org.springframework.dao.NonTransientDataAccessResourceException;
import org.springframework.dao.RecoverableDataAccessException;
import org.springframework.dao.TransientDataAccessException;
import org.springframework.transaction.CannotCreateTransactionException;
import org.springframework.transaction.TransactionSystemException;

/** Tells a database that cannot be reached from one that was asked for something wrong. */
final class StoreFailure {

    private StoreFailure() {}

    static boolean isAway(RuntimeException failure) {
        return switch (failure) {
            case ConcurrencyFailureException conflict -> false;
            case TransientDataAccessException passing -> true;
            case RecoverableDataAccessException broken -> true;
            case NonTransientDataAccessResourceException unreachable -> true;
            case CannotCreateTransactionException unreachable -> true;
            case TransactionSystemException broken -> true;
            default -> false;
        };
    }
}
