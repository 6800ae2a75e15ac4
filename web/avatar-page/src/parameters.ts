/** The parameters of the page's URL. */
export type PageParameters = {
  readonly avatarId: string;
  readonly token: string | undefined;
  readonly userId: string | undefined;
  readonly userName: string | undefined;
  readonly customString: string | undefined;
  readonly locale: string | undefined;
  /** Undefined: what the visitor's system prefers. */
  readonly theme: 'light' | 'dark' | undefined;
  /** Undefined: the avatar's own setting. */
  readonly movement: (typeof movements)[number] | undefined;
  readonly connect: boolean;
  /** The widget around the page shows the name and the state. */
  readonly inWidget: boolean;
  /** Undefined: the avatar's own setting. */
  readonly pushToTalk: boolean | undefined;
  readonly micOff: boolean;
  readonly speakerOff: boolean;
  /** The IDs of the elements to hide. */
  readonly hidden: ReadonlySet<string>;
  readonly registerEvents: readonly string[];
  readonly registerCustomSSML: readonly string[];
  /** The page around this one steers it with the commands of a hosted service, and wants these events. */
  readonly compat: { readonly prefix: string; readonly events: readonly string[] } | undefined;
  readonly backgroundColor: string | undefined;
  readonly barColor: string | undefined;
};

const movements = ['lively', 'calm', 'still'] as const;

const hiddenElements: Readonly<Record<string, string>> = {
  hideFS: 'full',
  hideChatInput: 'compose',
  hideChatHistory: 'scroll',
  hideHangUpButton: 'hang',
  hideMicButton: 'mic',
  hideSpeakerButton: 'speaker',
  hideLetsChatBtn: 'start',
};

/** Parameters of hosted services, and which of ours they mean. */
const aliases: Readonly<Record<string, string>> = {
  micOffByDefault: 'micOff',
  speakerOffByDefault: 'speakerOff',
  dialPageBackground: 'avatarBackgroundColor',
};

export function readParameters({ pathname, search }: { pathname: string; search: string }): PageParameters {
  const query = new URLSearchParams(search);
  for (const [old, ours] of Object.entries(aliases)) {
    const value = query.get(old);
    // The face always has a background, so `transparent` chooses none.
    if (value !== null && value !== 'transparent' && !query.has(ours)) query.set(ours, value);
  }
  const isOn = (name: string) => query.has(name) && !['false', '0', 'no'].includes(query.get(name) ?? '');
  // Templates often leave a parameter empty if they have no value.
  const text = (name: string) => query.get(name) || undefined;
  const list = (name: string) => (query.get(name) ?? '').split(',').filter((part) => part !== '');
  const prefix = query.get('compat') ?? '';
  return {
    avatarId:
      pathname
        .split('/')
        .filter((part) => part !== '')
        .at(-1) ?? '',
    token: text('token'),
    userId: text('userId'),
    userName: text('userName'),
    customString: text('customString'),
    locale: text('locale'),
    theme: (['light', 'dark'] as const).find((theme) => theme === query.get('theme')),
    movement: movements.find((movement) => movement === query.get('movement')),
    connect: isOn('connect'),
    inWidget: isOn('widget'),
    pushToTalk: query.has('pushToTalk') ? isOn('pushToTalk') : undefined,
    micOff: isOn('micOff'),
    speakerOff: isOn('speakerOff'),
    hidden: new Set(Object.entries(hiddenElements).flatMap(([name, id]) => (isOn(name) ? [id] : []))),
    registerEvents: list('registerEvents'),
    registerCustomSSML: list('registerCustomSSML'),
    compat: /^[a-z][\w-]{0,31}$/i.test(prefix)
      ? { prefix, events: list(`register${prefix.slice(0, 1).toUpperCase()}${prefix.slice(1)}Events`) }
      : undefined,
    backgroundColor: colour(query.get('avatarBackgroundColor')),
    barColor: colour(query.get('loadingBarColor')),
  };
}

/** Only a text that is clearly a colour is used in a style. */
function colour(text: string | null): string | undefined {
  if (text === null) return undefined;
  const bare = text.replace(/^#/, '');
  if (/^([\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/i.test(bare)) return `#${bare}`;
  return /^[a-z]{3,24}$/i.test(text) ? text : undefined;
}
