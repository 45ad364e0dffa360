import { createRequire } from 'node:module';

/**
 * Runs a compiler in this process, which ends, with all that it started, if the process that asked for it is killed.
 * Arguments: the compiler's file, then its own arguments.
 */
process.once('disconnect', () => process.kill(-process.pid, 'SIGKILL'));
process.channel.unref();
process.argv.splice(1, 1);
createRequire(import.meta.url)(process.argv[1]);
