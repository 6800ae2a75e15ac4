import { availableParallelism } from 'node:os';
import { gzipSync } from 'node:zlib';
import { median, percentile, rounded } from '../../../server/src/kernel/index.ts';
import type { Bench } from '../bench.ts';
import { speakToAll } from './crowd.ts';
import { firstAudioTimes, realtimeFactors } from './first-audio.ts';
import { startScene, voiceRate } from './scene.ts';
import { openVisits } from './visit.ts';

const listenersAtFirst = 8;
/** The share of the machine's maximum number of speaking avatars. The rest is for everything else. */
const share = 0.6;
const sentencesEach = 6;

const plans = {
  full: { warmUp: 40, turns: 300, joins: 7 },
  quick: { warmUp: 10, turns: 40, joins: 2 },
};

/** How soon an avatar is heard, how many can speak at once, and how large its page is. */
export const avatarBench: Bench = async ({ signal, say }) => {
  const plan = process.env.BENCH_QUICK === '1' ? plans.quick : plans.full;
  await using scene = await startScene(say, signal);
  const few = await scene.listeners(listenersAtFirst);

  await firstAudioTimes(few, plan.warmUp, signal);
  const ms = (await firstAudioTimes(few, plan.turns, signal)).map((micros) => micros / 1000);
  const [p50, p99] = [percentile(ms, 0.5), percentile(ms, 0.99)];
  say(
    `first audio after the reply, ${ms.length} turns: ${p50.toFixed(1)} ms at p50, ${p99.toFixed(1)} at p99`,
  );

  const factor = median(await realtimeFactors(few, voiceRate, signal));
  const cores = availableParallelism();
  const crowd = Math.max(1, Math.floor((share * cores) / factor));
  say(`the voice needs ${factor.toFixed(3)} of the time it speaks: ${crowd} at once on ${cores} cores`);
  const all = await scene.listeners(crowd);
  const heard = await speakToAll(all, sentencesEach, voiceRate);
  const { gaps, worstGapMs, soundSeconds, slowestFirstSoundMs } = heard;
  say(
    `  ${heard.sessions} heard the voice alone, ${heard.spareSessions} the spare one, ${heard.mixedSessions} both`,
  );
  say(`  ${soundSeconds.toFixed(0)} s of sound, ${gaps} gaps (the worst ${worstGapMs.toFixed(0)} ms)`);
  say(`  the last of them began after ${slowestFirstSoundMs.toFixed(0)} ms`);

  const sdk = await (await fetch(`${scene.url}/sdk/parley.js`)).arrayBuffer();
  await using visits = await openVisits(scene.pageUrl);
  const pageBytes = await visits.bytesUntilFace();
  const picturePageBytes = await visits.bytesUntilPictures();
  const joins: number[] = [];
  for (let join = 0; join < plan.joins; join++) {
    signal.throwIfAborted();
    joins.push(await visits.joinToFirstSoundMs());
  }
  say(`click to first sound: ${joins.map((each) => each.toFixed(0)).join(' ')} ms`);

  return {
    first_audio_p50_ms: rounded(p50),
    first_audio_p99_ms: rounded(p99),
    voice_realtime_factor: rounded(factor),
    crowd_sessions: heard.sessions,
    crowd_spare_sessions: heard.spareSessions,
    crowd_mixed_sessions: heard.mixedSessions,
    crowd_gaps: gaps,
    join_to_first_sound_ms: rounded(median(joins)),
    page_kb_gz: rounded(pageBytes / 1024),
    picture_page_kb_gz: rounded(picturePageBytes / 1024),
    sdk_kb_gz: rounded(gzipSync(Buffer.from(sdk), { level: 9 }).length / 1024),
  };
};
