import { makeZip, pinOf } from '../../speech/natural/install/testing/make-wheel.ts';
import { smartTurnPackage } from '../turn-model/turn-model.ts';

/** A wheel with the files of the turn model, each of them small. */
export function turnModelWheel() {
  const bytes = makeZip(
    new Map([
      ...[...smartTurnPackage.keptFiles].map(
        ([name, kept]) => [name, Buffer.from(`this is ${kept}`)] as const,
      ),
      ['pipecat/frames.py', Buffer.from('not kept')] as const,
    ]),
  );
  return { bytes, pin: pinOf(bytes) };
}
