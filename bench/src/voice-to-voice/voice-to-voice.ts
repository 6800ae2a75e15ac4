import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findTurnModel, turnModelSentence, turnModelStatus } from '../../../server/src/hearing/index.ts';
import { percentile, rounded } from '../../../server/src/kernel/index.ts';
import { installedFiles, voiceSentence, voiceStatus } from '../../../server/src/speech/index.ts';
import type { Bench } from '../bench.ts';
import { type ClipPlan, makeClips } from './clips.ts';
import { type Decision, openDecider, type Rule } from './decisions.ts';
import type { PageRun } from './page-run.ts';
import { runEachRule } from './page-scene.ts';
import type { SpokenTurn } from './spoken-turns.ts';

const rules = ['half a second', 'model'] as const satisfies readonly Rule[];
const plans = {
  full: {
    people: ['mara', 'jonas', 'amara', 'omar'],
    perScene: 6,
    inPage: { people: ['mara', 'jonas'], perScene: 4, clearEnds: 6 },
  },
  quick: { people: ['mara', 'jonas'], perScene: 6, inPage: { people: ['mara'], perScene: 2, clearEnds: 6 } },
} satisfies Record<string, Plan>;
type Plan = ClipPlan & {
  readonly inPage: ClipPlan;
};

/**
 * From the visitor's last sample to the avatar's first one, with today's rule (half a second of silence) and with the turn
 * model, on the same clips. First the decisions alone, in this process and without a clock; then everything in Chromium
 * (PARLEY_CHROMIUM), in real time. VOICE_FOLDER has the natural voice and the turn model. BENCH_QUICK=1 takes fewer clips.
 */
export const voiceToVoiceBench: Bench = async ({ signal, say }) => {
  const plan: Plan = process.env.BENCH_QUICK === '1' ? plans.quick : plans.full;
  const root = fileURLToPath(new URL('../../..', import.meta.url));
  const folder = resolve(process.env.VOICE_FOLDER ?? join(root, 'data', 'voices'));
  const voiceFiles = installedFiles(folder)?.folder;
  if (voiceFiles === undefined) throw new Error(voiceSentence(voiceStatus(folder)));
  const turnModel = findTurnModel(folder)();
  if (turnModel === null) throw new Error(turnModelSentence(turnModelStatus(folder)));

  say('making clips');
  const clips = await makeClips(voiceFiles, plan);
  const decide = await openDecider(turnModel);
  const decisions: Record<Rule, Decision[]> = { 'half a second': [], model: [] };
  for (const clip of clips)
    for (const rule of rules) {
      signal.throwIfAborted();
      decisions[rule].push(await decide(clip, rule));
    }
  say(`decisions alone, ${clips.length} clips, delay after the last sample`);
  for (const scene of new Set(clips.map((clip) => clip.scene)))
    for (const rule of rules)
      say(
        decisionLine(
          scene,
          rule,
          decisions[rule].filter(({ clip }) => clip.scene === scene),
        ),
      );

  const runs = await runEachRule(plan.inPage, folder, voiceFiles, say, signal);
  return { ...decisionFigures(decisions), ...pageFigures(runs, say) };
};

function decisionLine(scene: string, rule: Rule, decisions: readonly Decision[]): string {
  const delays = decisions.flatMap(({ delayMs }) => delayMs ?? []);
  const cut = decisions.filter(({ premature }) => premature > 0).length;
  return `  ${scene.padEnd(16)} ${rule.padEnd(14)} ${cut} of ${decisions.length} clips ended early, p50 ${ms(percentile(delays, 0.5))}, p95 ${ms(percentile(delays, 0.95))}`;
}

const ms = (value: number): string => `${Math.round(value)} ms`;

function decisionFigures(decisions: Readonly<Record<Rule, readonly Decision[]>>): Record<string, number> {
  const early = (rule: Rule) =>
    decisions[rule].filter(({ clip, premature }) => clip.scene === 'thinking pauses' && premature > 0).length;
  const delay = (rule: Rule, share: number) =>
    percentile(
      decisions[rule].flatMap(({ clip, delayMs }) => (clip.scene === 'clear ends' ? (delayMs ?? []) : [])),
      share,
    );
  return {
    early_ends_ratio: rounded(early('model') / early('half a second')),
    clear_end_p50_ms_saved: rounded(delay('half a second', 0.5) - delay('model', 0.5)),
    clear_end_p95_ms_saved: rounded(delay('half a second', 0.95) - delay('model', 0.95)),
  };
}

const parts = [
  'decided',
  'words',
  'endpoint',
  'firstAudio',
  'played',
] as const satisfies readonly (keyof SpokenTurn)[];

function pageFigures(
  runs: Readonly<Record<Rule, PageRun>>,
  say: (line: string) => void,
): Record<string, number> {
  const figures: Record<string, number> = {};
  for (const rule of rules) {
    const { turns, silencedMs, checksMs, aloneMs } = runs[rule];
    say(`in Chromium, ${rule}: milliseconds after the last sample, p50 and p95`);
    for (const scene of new Set([...turns.keys()].map((clip) => clip.scene))) {
      const own = [...turns].filter(([clip]) => clip.scene === scene);
      const of = (part: (typeof parts)[number], share: number) =>
        percentile(
          own.flatMap(([, turn]) => turn[part] ?? []),
          share,
        );
      const early = own.filter(([, { premature }]) => premature > 0).length;
      const times = parts.map((part) => `${part} ${of(part, 0.5).toFixed(0)} ${of(part, 0.95).toFixed(0)}`);
      say(`  ${scene.padEnd(16)} ${early} of ${own.length} clips ended early; ${times.join(', ')}`);
      if (scene === 'clear ends')
        figures[`${nameOf(rule)}_voice_to_voice_p50_ms`] = rounded(of('played', 0.5));
    }
    if (silencedMs !== null) {
      say(`  interruption: silent after ${ms(silencedMs)}`);
      figures[`${nameOf(rule)}_silent_after_ms`] = rounded(silencedMs);
    }
    if (checksMs.length > 0) {
      say(
        `  ${checksMs.length} checks of the model: p50 ${ms(percentile(checksMs, 0.5))}, p95 ${ms(percentile(checksMs, 0.95))}`,
      );
      figures.check_p50_ms = rounded(percentile(checksMs, 0.5));
      say(
        `  while nothing is recognised: p50 ${ms(percentile(aloneMs, 0.5))}, p95 ${ms(percentile(aloneMs, 0.95))}`,
      );
      figures.check_alone_p50_ms = rounded(percentile(aloneMs, 0.5));
    }
  }
  return figures;
}

const nameOf = (rule: Rule): string => (rule === 'model' ? 'model' : 'silence');
