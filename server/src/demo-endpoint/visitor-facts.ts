import { canBeName, wordsOf } from './words.ts';

/** What a visitor says about themselves. */
type Introduction = {
  readonly name?: string;
  readonly project?: string;
  /** What is left of the message, such as a question. */
  readonly rest: string;
};

const nameWord = String.raw`(\p{L}[\p{L}'’-]{1,24})`;
/** A sure sign of a name. */
// slow-regex: `DemoConversation` cuts messages to 400 characters.
const nameClause = new RegExp(
  String.raw`\b(?:my name is|my name['’]s|i am called|i['’]m called|call me|name is)\s+${nameWord}[,.!]*`,
  'iu',
);
/** "I am Ada" contains a name, "I am tired" does not. Only a capital letter or our question shows the difference. */
// slow-regex: `DemoConversation` cuts messages to 400 characters.
const nameAfterIAm =
  /\b(?:[iI] am|[iI]['’]?m|[tT]his is|[iI]t['’]s)\s+(\p{Lu}[\p{L}'’-]{1,24})(?=$|[,.!]| and\b)[,.!]*/u;
// slow-regex: `DemoConversation` cuts messages to 400 characters.
const nameAlone = new RegExp(
  String.raw`^(?:(?:i am|i['’]?m|it is|it['’]s|this is|hi|hello|hey)[, ]+)*(?:(?:i am|i['’]?m|it is|it['’]s|this is)\s+)?${nameWord}[.!]*$`,
  'iu',
);

// slow-regex: `DemoConversation` cuts messages to 400 characters.
const projectClause =
  /\bi(?:['’]?m| am| want to| would like to|['’]d like to| plan to| need to)?\s*(?:currently |trying to |going to )?(?:build|building|make|making|create|creating|develop|developing|working on|work on|planning|need|want)\s+((?:an?|the|my|our|some)\s+[^.!?,]{3,80})/iu;
// slow-regex: `DemoConversation` cuts messages to 400 characters.
const workClause =
  /\bi\s+(?:run|own|have|manage)\s+((?:an?|my)\s+(?:small |little |big |large )?(?:shop|store|museum|school|hotel|clinic|restaurant|company|startup|website|agency|library|bank|bakery|business|game)\b[^.!?,]{0,40})/iu;

/** An answer to "What are you building?" that names a thing. */
// slow-regex: `DemoConversation` cuts messages to 400 characters.
const thing = /^((?:an?|the|some|my|our|something)\s.*?)[.!?]*$/iu;

/** `asked`: the fact that the avatar has just asked for. */
export function introductionIn(
  message: string,
  asked: string | null,
  isKnownWord: (word: string) => boolean,
): Introduction {
  let rest = message.trim();
  const take = (pattern: RegExp, isFact: (found: string) => boolean = () => true): string | undefined => {
    const found = pattern.exec(rest);
    if (found?.[1] === undefined || !isFact(found[1])) return undefined;
    rest = `${rest.slice(0, found.index)} ${rest.slice(found.index + found[0].length)}`.trim();
    return found[1];
  };
  const name =
    take(nameClause, canBeName) ??
    take(nameAfterIAm, canBeName) ??
    (asked === 'name' ? take(nameAlone, (word) => canBeName(word) && !isKnownWord(word)) : undefined);
  const project =
    take(projectClause) ?? take(workClause) ?? (asked === 'project' ? take(thing, isShort) : undefined);
  return {
    ...(name !== undefined && { name: name.slice(0, 1).toUpperCase() + name.slice(1) }),
    ...(project !== undefined && { project: toSecondPerson(project) }),
    rest: /\p{L}/u.test(rest) ? rest.replace(/^(and|,|\.|!|\s)+/iu, '') : '',
  };
}

/** "a guide for my museum" → "a guide for your museum", without characters that have a meaning in markup. */
const toSecondPerson = (text: string): string =>
  text
    .replaceAll(/[<>&"]/g, ' ')
    .replaceAll(/\b(my|our)\b/gi, 'your')
    .replaceAll(/\b(me|us)\b/gi, 'you')
    .replaceAll(/\s+/g, ' ')
    .trim();

const isShort = (text: string): boolean => wordsOf(text).length <= 16;
