import module from 'node:module';
import { isRunByName } from './by-name.ts';

// At its end, vitest makes each process of tests store the compiled code of all modules, which takes ten seconds after a
// whole run in a new clone. Tests that are run by name start sooner with it.
if (!isRunByName) Object.assign(module, { flushCompileCache: undefined });
