/** A thread that cannot even start. */
throw new Error('cannot start');
