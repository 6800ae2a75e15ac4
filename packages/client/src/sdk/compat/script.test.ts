import { fileURLToPath } from 'node:url';
import { runInNewContext } from 'node:vm';
import { beforeAll, describe, expect, it } from 'vitest';
import { bundleScript } from '../../testing/bundle-script.ts';

class HTMLScriptElement {
  readonly src: string;
  readonly dataset: Readonly<Record<string, string>>;
  constructor(src: string, dataset: Readonly<Record<string, string>> = {}) {
    this.src = src;
    this.dataset = dataset;
  }
}

describe('the script that old pages load', () => {
  let code = '';
  beforeAll(async () => {
    code = await bundleScript(fileURLToPath(new URL('script.ts', import.meta.url)), 'ParleyCompat');
  });

  /** The globals of a page after the script has run, and what it logged. */
  function run(currentScript: HTMLScriptElement | null, globals: Readonly<Record<string, unknown>> = {}) {
    const errors: string[] = [];
    const page: Record<string, Record<string, unknown> | undefined> = {
      URL: URL as never,
      TextEncoder: TextEncoder as never,
      console: { error: (text: string) => errors.push(text) },
      navigator: {},
      location: { href: 'https://shop.example.com/', origin: 'https://shop.example.com' },
      document: { currentScript },
      HTMLScriptElement: HTMLScriptElement as never,
      ...globals,
    };
    runInNewContext(code, page);
    return { page, errors };
  }
  const address = 'https://talk.example.com/sdk/compat.js';

  it.each([
    ['an attribute', new HTMLScriptElement(address, { name: 'OldName' })],
    ['its address', new HTMLScriptElement(`${address}?name=OldName`)],
  ])('takes the name of its global from %s', (_, script) => {
    const { page, errors } = run(script);
    expect(page.OldName).toMatchObject({ AvatarStatus: { IDLE: 0 }, MessageType: { ChatText: 3 } });
    expect(page.Parley).toMatchObject({ AvatarStatus: { IDLE: 'IDLE' } });
    expect(errors).toEqual([]);
  });

  it('keeps an SDK that the page has already loaded', () => {
    const loaded = { Builder: () => null };
    const { page } = run(new HTMLScriptElement(address, { name: 'OldName' }), { Parley: loaded });
    expect(page.Parley).toBe(loaded);
  });

  it.each([
    ['without a name', new HTMLScriptElement(address), 'data-name="OldName"'],
    ['as a module', null, 'without type="module"'],
  ])('says what is wrong with a tag %s', (_, script, hint) => {
    const { page, errors } = run(script);
    expect(errors).toEqual([expect.stringContaining(hint)]);
    expect(page.Parley).toHaveProperty('Builder');
  });
});
