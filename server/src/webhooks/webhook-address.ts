import { invalid } from '../kernel/index.ts';

/** The address of a webhook in its canonical form. `field` is the input that it comes from. */
export function webhookAddress(
  policy: { addressProblem(url: string): string | null },
  url: string,
  field: string,
): string {
  if (url.length > 2048) throw invalid('The URL must have at most 2048 characters.', field);
  const problem = policy.addressProblem(url);
  if (problem !== null) throw invalid(problem, field);
  return new URL(url).href;
}
