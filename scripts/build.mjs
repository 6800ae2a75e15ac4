import { ensure } from './lib/install/ensure.mjs';
import { root } from './lib/root.mjs';
import { ensureWeb } from './lib/web-build.mjs';

// Does the work of a start before the service runs, for images and for machines that start offline.
const runtime = await ensure();
process.exit(ensureWeb(root, runtime) ? 0 : 1);
