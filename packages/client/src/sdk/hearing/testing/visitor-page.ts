import { Emitter } from '../../../emitter.ts';
import type { ParleyEvents } from '../../events.ts';
import { SpokenLanguage } from '../spoken-language.ts';
import { visitorScene } from './visitor-scene.ts';

class Events extends Emitter<ParleyEvents> {}

/** A page in which the hearing follows the language of the call. */
export function visitorPage() {
  const scene = visitorScene();
  const { microphone, call, finish, visitor } = scene;
  const events = new Events();
  const language = new SpokenLanguage(events, (name) => microphone.setLocale(name));
  const join = async () => {
    call();
    events.emit('auth-success', { sessionId: 's', avatar: { language: 'en' } });
    await finish();
  };
  const speak = async (name: string) => {
    language.set(name);
    await finish();
    return microphone.state;
  };
  const enable = async (isOn: boolean) => {
    void visitor.setEnabled(isOn);
    await finish();
    return microphone.state;
  };
  return { ...scene, join, speak, enable };
}
