import { ensureServer, ensureWeb } from './lib/builds.mjs';
import { ensure } from './lib/install/ensure.mjs';
import { root } from './lib/root.mjs';

// Does the work of a start before the service runs, for images and for machines that start offline.
const runtime = await ensure();
process.exit(ensureWeb(root, runtime) && ensureServer(root, runtime) ? 0 : 1);
