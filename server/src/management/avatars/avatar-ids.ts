import { invalid, parseAvatarId } from '../../kernel/index.ts';

/** Avatar ids as numbers. `field` is the part of the body that they come from. */
export const avatarIdsOf = (texts: readonly string[], field: string): number[] =>
  texts.map((text) => {
    const id = parseAvatarId(text);
    if (id === null) throw invalid(`There is no avatar "${text.slice(0, 40)}".`, field);
    return id;
  });
