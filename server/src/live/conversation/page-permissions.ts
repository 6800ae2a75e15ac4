import type { ServerFrame } from '@parley/protocol';
import type { AvatarWithSecrets } from '../../avatars/index.ts';

type Page = { send(frame: ServerFrame): void };

/** Whether pages may make the avatar say a text. If not, the page gets an error. */
export function maySay(found: AvatarWithSecrets | null, page: Page): boolean {
  if (found?.avatar.allowSay === true) return true;
  page.send({ type: 'error', code: 'no_say', message: 'Pages may not make this avatar speak.' });
  return false;
}

/** Whether pages may add context. Only a language model uses it; an endpoint keeps its own. */
export function mayAddContext(found: AvatarWithSecrets | null, page: Page): boolean {
  const { brain, allowContext } = found?.avatar ?? {};
  if (brain === 'model' && allowContext) return true;
  const message =
    brain === 'model'
      ? 'Pages may not add context for this avatar.'
      : 'This avatar has an endpoint, which keeps its own context: send it a custom tag.';
  page.send({ type: 'error', code: 'no_context', message });
  return false;
}

/** Whether visitors may ask for a person. */
export function mayRequestPerson(found: AvatarWithSecrets | null, page: Page): boolean {
  if (found?.avatar.personButton === true) return true;
  page.send({
    type: 'error',
    code: 'no_person_button',
    message: 'Visitors of this avatar may not ask for a person.',
  });
  return false;
}
