const names = ['token', 'userId', 'userName', 'customString', 'accessToken', 'locale'] as const;
type Name = (typeof names)[number];

/** Who talks to the avatar, according to the page. */
export type VisitorSettings = { readonly [N in Name]?: string | undefined };

/** Templates often write null or an empty text for unknown values. Both mean "none". */
export type VisitorInput = { readonly [N in Name]?: string | number | null | undefined };

/** Takes only the known names: the input may come from another window. */
export function readVisitorSettings(input: VisitorInput): VisitorSettings {
  const present = names.filter((name) => name in input);
  return Object.fromEntries(present.map((name) => [name, String(input[name] ?? '') || undefined]));
}
