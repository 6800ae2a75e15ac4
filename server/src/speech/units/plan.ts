import { voiceInside } from '../natural/people/requested-voice.ts';
import type { ScriptItem } from '../script/script.ts';
import type { PlanStep } from './plan-step.ts';
import type { NaturalVoiceSpec } from './unit.ts';
import { UnitDraft } from './unit-draft.ts';

/** A unit occupies a thread, so a long text is cut into several units if its punctuation allows it. */
const enoughLetters = 130;
const mostLetters = 260;

const naturalMs = 250;
const joinMs = 90;
const withinMs = 25;
const beforePauseMs = 40;

/** Cuts a script into units that threads speak one by one. */
export function planSpeech(script: readonly ScriptItem[], voice: NaturalVoiceSpec): PlanStep[] {
  const plan = new Plan(voice);
  for (const item of script) {
    if (item.kind === 'words') plan.say(item);
    else if (item.kind === 'pause') plan.pause(item.ms);
    else plan.mark(item.name);
  }
  return plan.finish();
}

class Plan {
  readonly #steps: PlanStep[] = [];
  readonly #voice: NaturalVoiceSpec;
  #draft: UnitDraft;

  constructor(voice: NaturalVoiceSpec) {
    this.#voice = voice;
    this.#draft = new UnitDraft(voice);
  }

  say({ words, style }: Extract<ScriptItem, { kind: 'words' }>): void {
    const voice = voiceInside(style, this.#voice);
    if (voice.shape !== this.#draft.voice.shape) this.#cut(joinMs, voice);
    if (this.#draft.addStated(words, style)) return;
    for (const word of words) {
      this.#draft.add(word, style);
      const { letters } = this.#draft;
      if (letters >= enoughLetters && /[.!?…]["”')\]]*$/.test(word.written)) this.#cut(naturalMs);
      else if (letters >= enoughLetters && /[,;:]$/.test(word.written)) this.#cut(joinMs);
      else if (letters >= mostLetters) this.#cut(withinMs);
    }
  }

  /** The voice's own silence before the pause is part of the pause, so little of it is kept. */
  pause(ms: number): void {
    this.#cut(beforePauseMs);
    const index = this.#steps.findLastIndex(({ kind }) => kind !== 'mark');
    const last = this.#steps[index];
    const tailMs = Math.min(ms, beforePauseMs);
    if (last?.kind === 'speech') this.#steps[index] = { ...last, unit: { ...last.unit, tailMs } };
    this.#steps.push({ kind: 'pause', ms });
  }

  mark(name: string): void {
    if (this.#draft.isEmpty) this.#steps.push({ kind: 'mark', name });
    else this.#draft.mark(name);
  }

  finish(): PlanStep[] {
    this.#cut(naturalMs);
    return this.#steps;
  }

  #cut(tailMs: number, next: NaturalVoiceSpec = this.#draft.voice): void {
    const draft = this.#draft;
    this.#draft = new UnitDraft(next);
    if (draft.isEmpty) return;
    const isFirst = this.#steps.every(({ kind }) => kind !== 'speech');
    this.#steps.push(...draft.finish(isFirst, tailMs));
  }
}
