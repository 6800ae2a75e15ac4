import { plainWords } from './matching/words.ts';

export type Facts = {
  readonly name: string | null;
  readonly project: string | null;
  /** What is left of the message, such as a question. */
  readonly rest: string;
};

const nameWord = String.raw`(\p{L}[\p{L}'’-]{1,24})`;
/** Sure signs of a name. */
const nameClauses = [
  new RegExp(
    String.raw`\b(?:my name is|my name['’]s|i am called|i['’]m called|call me|name is)\s+${nameWord}[,.!]*`,
    'iu',
  ),
];
/** "I am Ada" contains a name, "I am tired" does not. Only a capital letter or our question shows the difference. */
const nameAfterIAm =
  /\b(?:[iI] am|[iI]['’]?m|[tT]his is|[iI]t['’]s)\s+(\p{Lu}[\p{L}'’-]{1,24})(?=$|[,.!]| and\b)[,.!]*/u;
const nameAlone = new RegExp(
  String.raw`^(?:(?:i am|i['’]?m|it is|it['’]s|this is|hi|hello|hey)[, ]+)*(?:(?:i am|i['’]?m|it is|it['’]s|this is)\s+)?${nameWord}[.!]*$`,
  'iu',
);

const projectClause =
  /\bi(?:['’]?m| am| want to| would like to|['’]d like to| plan to| need to)?\s*(?:currently |trying to |going to )?(?:build|building|make|making|create|creating|develop|developing|working on|work on|planning|need|want)\s+((?:an?|the|my|our|some)\s+[^.!?,]{3,80})/iu;
const workClause =
  /\bi\s+(?:run|own|have|manage)\s+((?:an?|my)\s+(?:small |little |big |large )?(?:shop|store|museum|school|hotel|clinic|restaurant|company|startup|website|agency|library|bank|bakery|business|game)\b[^.!?,]{0,40})/iu;

/** Words that are not names, though they may follow "I am". */
const noNames = new Set(
  'yes no yeah nope ok okay sure fine good great well hello hi hey thanks thank bye stop next help what who how why where when nothing nobody me you here there just not a an the so very from in on at test testing wow cool nice tour demo more again please maybe sorry busy new tired sad happy bored building making looking trying working asking curious interested done ready lost stuck back german french english spanish'.split(
    ' ',
  ),
);

/** What a visitor says about themselves. `asked`: the avatar has just asked for the name or the project. */
export function factsIn(
  message: string,
  asked: 'name' | 'project' | null,
  isKnownWord: (word: string) => boolean,
): Facts {
  let rest = message.trim();
  const takeFirst = (pattern: RegExp): string | null => {
    const found = pattern.exec(rest);
    if (found?.[1] === undefined) return null;
    rest = `${rest.slice(0, found.index)} ${rest.slice(found.index + found[0].length)}`.trim();
    return found[1];
  };
  let name: string | null = null;
  for (const clause of nameClauses) name ??= isName(clause.exec(rest)?.[1]) ? takeFirst(clause) : null;
  if (name === null && isName(nameAfterIAm.exec(rest)?.[1])) name = takeFirst(nameAfterIAm);
  if (name === null && asked === 'name') {
    const alone = nameAlone.exec(rest)?.[1];
    if (isName(alone) && !isKnownWord(alone ?? '')) name = takeFirst(nameAlone);
  }
  const project = takeFirst(projectClause) ?? takeFirst(workClause);
  return {
    name: name === null ? null : capital(name),
    project: project === null ? null : toSecondPerson(project),
    rest: /\p{L}/u.test(rest) ? rest.replace(/^(and|,|\.|!|\s)+/iu, '') : '',
  };
}

const isName = (word: string | undefined): boolean => word !== undefined && !noNames.has(word.toLowerCase());
const capital = (word: string): string => word.slice(0, 1).toUpperCase() + word.slice(1);

/** "a guide for my museum" → "a guide for your museum", without characters that have a meaning in markup. */
export const toSecondPerson = (text: string): string =>
  text
    .replaceAll(/[<>&"]/g, ' ')
    .replaceAll(/\b(my|our)\b/gi, 'your')
    .replaceAll(/\b(me|us)\b/gi, 'you')
    .replaceAll(/\s+/g, ' ')
    .trim();

/** An answer to "What are you building?" that names a thing. */
export const isThing = (message: string): boolean => {
  const words = plainWords(message);
  return words.length >= 2 && words.length <= 16 && /^(an?|the|some|my|our|something)$/.test(words[0] ?? '');
};
