/** Contractions, and words that a recogniser splits or spells by sound. */
const rewrites: readonly (readonly [RegExp, string])[] = [
  [/[’‘`´]/g, "'"],
  [/\b(wat|wot|waht|whta)\b/g, 'what'],
  [/\b(hwo|hw)\b/g, 'how'],
  [/\b(mutch|muhc)\b/g, 'much'],
  [/\b(yuo|u|ya)\b/g, 'you'],
  [/\bur\b/g, 'your'],
  [/\br\b/g, 'are'],
  [/\b(pls|plz)\b/g, 'please'],
  [/\bteh\b/g, 'the'],
  [/\bcan'?t\b|\bcannot\b/g, 'can not'],
  [/\bwon'?t\b/g, 'will not'],
  [/n't\b/g, ' not'],
  [/\b(what|who|where|how|that|it|there|here|when|why|name)'?s\b/g, '$1 is'],
  [/\bi'?m\b/g, 'i am'],
  [/'re\b/g, ' are'],
  [/'ve\b/g, ' have'],
  [/'ll\b/g, ' will'],
  [/'d\b/g, ' would'],
  [/'s\b/g, ' '],
  [/\b(parlay|parlee|parly|barley|parlez|pali)\b/g, 'parley'],
  [/\bweb[ -]hook/g, 'webhook'],
  [/\bend[ -]point/g, 'endpoint'],
  [/\bcall[ -]back/g, 'callback'],
  [/\bi[ -]frame/g, 'iframe'],
  [/\ba[ .-]?p[ .-]?i\b/g, 'api'],
  [/\bs[ .-]?d[ .-]?k\b/g, 'sdk'],
  [/\bl[ .-]?l[ .-]?m\b/g, 'llm'],
  [/\bchat[ -]gpt\b/g, 'chatgpt'],
  [/\bweb[ -]?(site|page)/g, 'website'],
  [/\bhome[ -]?page/g, 'website'],
  [/\bself[ -]host/g, 'selfhost'],
  [/\bback(ing)?[ -]up\b/g, 'backup'],
  [/\bopen[ -]source/g, 'opensource'],
  [/\blip[ -]sync/g, 'lipsync'],
  [/\blog(ged|s)?[ -](in|out)\b/g, 'log$2'],
  [/\bsign[ -](in|up|out)\b/g, 'sign$1'],
  [/\bwhat[ -]?up\b/g, 'what is up'],
  [/\bgood ?bye\b/g, 'goodbye'],
];

/** Words with the same meaning here. The first word of a line stands for all. */
const synonyms: readonly string[] = [
  'cost price pricing pay paid fee charge expensive cheap dollar euro money subscription bill billing budget',
  'free gratis',
  'licence license licensing licensed',
  'website site homepage webpage blog shop wordpress',
  'model llm gpt chatgpt openai claude gemini llama ollama mistral',
  'ai artificial intelligence',
  'language languages multilingual german french spanish italian portuguese japanese chinese arabic hindi russian dutch polish turkish korean',
  'voice voices accent sound sounding',
  'face look looks appearance outfit hair eyes skin',
  'picture image photo selfie',
  'private secret protected restrict',
  'secure security safe safety hack hacker',
  'privacy gdpr dsgvo ccpa personal spy',
  'data information',
  'store stored save saved keep kept record recorded recording',
  'scale scaling scalable load traffic concurrent simultaneous simultaneously parallel',
  'fast quick speed latency delay slow responsive lag',
  'docker container kubernetes k8s helm compose podman',
  'server backend machine computer vps hardware',
  'install installation setup deploy deployment',
  'embed integrate integration put place add insert include widget snippet',
  'microphone mic mike',
  'hear listen understand recognise recognize recognition transcribe stt',
  'speak talk say chat converse',
  'interrupt interruption barge',
  'emotion emotions feeling feelings mood smile happy sad angry surprised',
  'gesture gestures nod wink shrug wave',
  'hello hi hey hallo howdy greetings hiya yo',
  'goodbye bye cya farewell',
  'thanks thank thankyou thx cheers',
  'joke funny laugh',
  'build make create develop',
  'change replace swap customise customize different switch adjust edit modify configure',
  'write code program implement',
  'show demonstrate demo',
  'person people human visitor user customer client',
  'phone mobile smartphone tablet iphone android ipad',
  'transcript transcripts log logs history',
  'error errors fail fails failure crash down broken wrong problem trouble',
  'token tokens jwt',
  'key keys',
  'event events notification notifications notify notified',
  'payload payloads',
  'next afterwards',
  'tour tutorial walkthrough',
  'begin start started',
  'company vendor manufacturer developer author',
  'team colleague coworker member',
  'documentation docs doc manual reference guide',
  'command cli terminal console shell',
  'update upgrade',
  'backup restore',
  'windows macos linux mac ubuntu debian os',
  'dashboard admin panel',
  'domain domains origin origins',
  'knowledge document documents pdf faq rag',
  'remember memory forget',
];

const stemOf = (word: string): string => {
  let stem = word;
  if (stem.length > 4 && stem.endsWith('ies')) stem = `${stem.slice(0, -3)}y`;
  else if (stem.length > 3 && stem.endsWith('s') && !/(ss|us|is)$/.test(stem)) stem = stem.slice(0, -1);
  if (stem.length > 5 && stem.endsWith('ing')) stem = stem.slice(0, -3);
  else if (stem.length > 5 && stem.endsWith('ed')) stem = stem.slice(0, -2);
  if (stem.length > 3) stem = stem.replace(/([bdglmnprt])\1$/, '$1').replace(/e$/, '');
  return stem;
};

const sameMeaning = new Map(
  synonyms.flatMap((line) => {
    const stems = line.split(' ').map(stemOf);
    return stems.map((stem): [string, string] => [stem, stems[0] ?? stem]);
  }),
);

/** The stem of a word, or of the word that stands for it. */
export const meaningOf = (word: string): string => {
  const stem = stemOf(word);
  return sameMeaning.get(stem) ?? stem;
};

/** The words of a text in lower case, without punctuation, with contractions written out. */
export function plainWords(text: string): string[] {
  let plain = text.toLowerCase();
  for (const [pattern, replacement] of rewrites) plain = plain.replaceAll(pattern, replacement);
  return plain
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}

const fillerWords =
  'a an the is are am be been was were do does did can could would will shall should may might must to of in on at for from with by and or so then but if as it this that these those our their me us i you we they he she one some any all also too very really just please kindly tell want would like wonder question there here about have has had get got let ok okay well um uh er hmm actually maybe possible possibly able need use want know say';
/** Words that distinguish otherwise similar questions, such as "my name" and "your name". */
const questionWords = 'what how why who where when which whose many much long my your';

const fillers = new Set(fillerWords.split(' ').map(meaningOf));
const questions = new Set(questionWords.split(' ').map(meaningOf));

/** How much a kind of word says about the topic of a sentence. Other words are weighed by how rare they are. */
export function fixedWeight(meaning: string): number | undefined {
  if (questions.has(meaning)) return 0.4;
  return fillers.has(meaning) ? 0.15 : undefined;
}
