import { invalid } from '../../kernel/index.ts';

export const passwordLength = { minimum: 10, maximum: 200 } as const;

export function checkPassword(password: string, about: { email: string }): string {
  const { minimum, maximum } = passwordLength;
  if (password.length < minimum)
    throw invalid(`The password must have at least ${minimum} characters.`, 'password');
  if (password.length > maximum)
    throw invalid(`The password must have at most ${maximum} characters.`, 'password');
  if (new Set(password).size < 4)
    throw invalid('The password is too easy to guess. Use more different characters.', 'password');
  if (password.toLowerCase() === about.email)
    throw invalid('The password must not be the e-mail address.', 'password');
  return password;
}
