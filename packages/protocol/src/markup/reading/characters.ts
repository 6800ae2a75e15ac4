export function isSpaceCode(code: number): boolean {
  return code === 32 || (code >= 9 && code <= 13);
}

export function isDigitCode(code: number): boolean {
  return code >= 48 && code <= 57;
}

export function isNameStartCode(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || code === 95;
}

/** A dot is not allowed: in `if a<b it ends. And c>d` it shows that there is no tag. */
export function isAttributeNameCode(code: number): boolean {
  return isNameCode(code) && code !== 46;
}

/** Letters, digits and `_ - . :`, as in `svc-custom-card`, `xml:lang`. */
export function isNameCode(code: number): boolean {
  return isNameStartCode(code) || isDigitCode(code) || code === 45 || code === 46 || code === 58;
}
