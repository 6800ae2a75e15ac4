type Values = Readonly<Record<string, string | number>>;

/** A text in the forms of a language's plural rules. Every language has the form `other`. */
export type PluralForms = { readonly other: string } & Readonly<Partial<Record<Intl.LDMLPluralRule, string>>>;

/** Replaces each `{name}` in a text with the value of that name. */
export const fill = (template: string, values: Values): string =>
  template.replace(/\{(\w+)\}/g, (placeholder, name: string) => String(values[name] ?? placeholder));

/** The form of a text for a number. `{count}` in it becomes the number, or `shown` if that is given. */
export function plural(
  forms: PluralForms,
  count: number,
  { shown = String(count), language = 'en' }: { shown?: string; language?: string } = {},
): string {
  const form = new Intl.PluralRules(language).select(count);
  return fill(forms[form] ?? forms.other, { count: shown });
}
