import cluster from 'node:cluster';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createLog, version } from './kernel/index.ts';
import { endInTime, stopTimeMs } from './run/stop-deadline.ts';
import { stopRequest } from './run/stop-request.ts';
import { parseSettings, SettingsError, settingsSummary } from './settings/index.ts';

const projectFolder = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const stopRequested = stopRequest();
// Most of the service is loaded after the settings were read, so that a wrong setting is reported at once.
const loadMessages = () => import('./run/start-messages.ts');

try {
  const settings = parseSettings(process.env, projectFolder);
  const log = createLog(settings.LOG_LEVEL);
  // The parent of several workers ends those that do not stop in time.
  const parentMs = settings.WORKERS > 1 && cluster.isPrimary ? 5_000 : 0;
  endInTime(stopRequested, stopTimeMs(settings) + parentMs, log);
  // A failure in background work of one session must not end the process, and with it all other sessions.
  process.on('unhandledRejection', (error) => log.error({ err: error }, 'a task in the background failed'));
  if (cluster.isWorker) {
    const { runWorker } = await import('./run/worker.ts');
    log.info({ reason: await runWorker(settings, log, stopRequested) }, 'stopped a worker');
    process.exit(0);
  }
  log.info({ version, settings: settingsSummary(process.env) }, 'starting');
  const start =
    settings.WORKERS === 1
      ? (await import('./run/boot.ts')).boot
      : (await import('./run/workers.ts')).bootWorkers;
  const running = await start(settings, log, (text) => process.stdout.write(`${text}\n`));
  process.stdout.write((await loadMessages()).welcome(running, process.env));
  log.info({ url: running.baseUrl }, 'ready');
  const replaced = running.replaced.then(() => null);
  const reason = await Promise.race([stopRequested, replaced]);
  if (reason === null) {
    log.error('another Parley process took the database while this one had lost it, so this one stops');
  } else log.info({ reason }, 'stopping');
  await running[Symbol.asyncDispose]();
  log.info('stopped');
  process.exit(reason === null ? 1 : 0);
} catch (error) {
  if (error instanceof SettingsError) process.stderr.write(`${error.complaints.join('\n')}\n`);
  else process.stderr.write((await loadMessages()).explainFailure(error));
  process.exit(1);
}
