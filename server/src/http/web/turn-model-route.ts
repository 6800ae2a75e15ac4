import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { turnModelPath } from '../../hearing/index.ts';
import { notFound } from '../../kernel/index.ts';
import { allowAnyPage } from '../client/cors.ts';
import { openPage, type Route } from '../route.ts';

/** The model that knows when a visitor is done. Its address contains a hash of its content. */
export const turnModelRoute = ({ turnModel }: { turnModel(): string | null }): Route =>
  openPage(turnModelPath, async (_request, reply) => {
    const file = turnModel();
    const found = file === null ? null : await stat(file).catch(() => null);
    if (file === null || found === null) throw notFound('The turn model is not installed.');
    return allowAnyPage(reply)
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('cross-origin-resource-policy', 'cross-origin')
      .header('content-type', 'application/octet-stream')
      .header('content-length', found.size)
      .send(createReadStream(file));
  });
