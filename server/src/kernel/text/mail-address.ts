import { domainToASCII } from 'node:url';

const localPart = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
const domainName = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$/;

/** More than any address in its stored form. */
const longest = 1_000;

/**
 * A mail address in its stored form; null if it is not valid. Quoted names, comments and IP addresses are refused:
 * programs read them in different ways, and a mail could reach the wrong person. Domains in other scripts become their
 * ASCII form, so that two spellings are one person.
 */
export function mailAddress(text: string): string | null {
  if (text.length > longest) return null;
  const address = text.trim().toLowerCase();
  const at = address.lastIndexOf('@');
  const [local, domain] = [address.slice(0, at), address.slice(at + 1)];
  if (at < 1 || local.length > 64 || !localPart.test(local)) return null;
  // `domainToASCII` also accepts percent signs, full stops of other scripts and numbers that are IP addresses.
  const ascii = /[\s%@/\\:?#[\]]/.test(domain) ? '' : domainToASCII(domain);
  const isName = domainName.test(ascii) && !/(^|\.)\d+$/.test(ascii);
  return isName && ascii.length + at + 1 <= 254 ? `${local}@${ascii}` : null;
}
