export type WidgetOptions = {
  /** The service that the script came from. */
  readonly service: string;
  readonly avatarId: string;
  /** The address of the avatar's page, with its parameters. */
  readonly pageUrl: string;
  /** A small picture of the avatar. There may be none at this address. */
  readonly pictureUrl: string;
  readonly isLeft: boolean;
  readonly isTop: boolean;
  /** An address of the embedding site that answers with a new token. */
  readonly tokenUrl: string | undefined;
  readonly color: string | undefined;
  readonly theme: string | undefined;
  readonly label: string;
  readonly closeLabel: string;
  /** True: the widget is open until the visitor closes it. */
  readonly isOpen: boolean;
};

/** These attributes become parameters of the avatar's page. A switch is on if it is present. */
const passedOn = [
  ...[
    'token',
    'userId',
    'userName',
    'customString',
    'locale',
    'theme',
    'movement',
    'pushToTalk',
    'connect',
    'micOff',
    'speakerOff',
  ],
  ...[
    'hideFS',
    'hideChatInput',
    'hideChatHistory',
    'hideMicButton',
    'hideSpeakerButton',
    'avatarBackgroundColor',
  ],
];

/** Reads the attributes of the script tag. Null if it names no avatar. */
export function readOptions({ src, dataset }: HTMLScriptElement): WidgetOptions | null {
  const { avatar: avatarId = '', position = '', color, theme, open, tokenUrl } = dataset;
  if (avatarId === '') return null;
  const { origin: service } = new URL(src, location.href);
  const page = new URL(`/avatar/${encodeURIComponent(avatarId)}`, service);
  page.searchParams.set('widget', '');
  for (const name of passedOn) {
    // HTML has attribute names in lower case: `data-user-id` is `userId`, and `data-hide-fs` is `hideFs`.
    const value = dataset[name] ?? dataset[name.replace('FS', 'Fs')];
    if (value !== undefined) page.searchParams.set(name, value);
  }
  const { label = 'Talk to us', closeLabel = 'Close' } = dataset;
  return {
    service,
    avatarId,
    pageUrl: page.href,
    pictureUrl: new URL(`/sdk/picture/${encodeURIComponent(avatarId)}`, service).href,
    isLeft: position.includes('left'),
    isTop: position.includes('top'),
    tokenUrl,
    color,
    theme,
    label,
    closeLabel,
    isOpen: open !== undefined && open !== 'false',
  };
}
