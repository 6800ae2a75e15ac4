// What is cut from the start, the end and the middle of a piece of text between spaces. These are spaCy's documented
// rules for English.

const punctuation =
  '…|\\.\\.+|,|:|;|!|\\?|¿|؟|¡|\\(|\\)|\\[|\\]|\\{|\\}|<|>|_|#|\\*|&|。|？|！|，|、|；|：|～|·|،|۔|؛|٪|°|§';
const quotes = '\'|"|”|“|`|‘|´|’|‚|„|»|«|「|」|『|』|（|）|〔|〕|【|】|《|》|〈|〉|〈|〉|⟦|⟧';
const quoteSet = '\'"”“`‘´’‚,„»«「」『』（）〔〕【】《》〈〉〈〉⟦⟧';
const currency =
  '\\$|£|€|¥|฿|US\\$|C\\$|A\\$|₽|﷼|₴|₠|₡|₢|₣|₤|₥|₦|₧|₨|₩|₪|₫|€|₭|₮|₯|₰|₱|₲|₳|₴|₵|₶|₷|₸|₹|₺|₻|₼|₽|₾|₿';
const units =
  'km|km²|km³|m|m²|m³|dm|dm²|dm³|cm|cm²|cm³|mm|mm²|mm³|ha|µm|nm|yd|in|ft|kg|g|mg|µg|t|lb|oz|m/s|km/h|mph|hPa|Pa|mbar|mb|MB|kb|KB|gb|GB|tb|TB|T|G|M|K|%|км|км²|км³|м|м²|м³|дм|дм²|дм³|см|см²|см³|мм|мм²|мм³|нм|кг|г|мг|м/с|км/ч|кПа|Па|мбар|Кб|КБ|кб|Мб|МБ|мб|Гб|ГБ|гб|Тб|ТБ|тб';
const hyphens = '-|–|—|--|---|——|~';
const punctuationSet = '….,:;!?¿؟¡()\\[\\]{}<>_#*&。？！，、；：～·،۔؛٪°';
const lower = 'a-zß-öø-ÿ';
const upper = 'A-ZÀ-ÖØ-Þ';
const letters = '\\p{L}';

// slow-regex: `readScript` cuts the words of a sentence to 1,200 characters.
export const prefix = new RegExp(`^(?:%|=|—|–|\\+(?![0-9])|${punctuation}|${quotes}|${currency})`, 'u');

// slow-regex: `readScript` cuts the words of a sentence to 1,200 characters.
export const suffix = new RegExp(
  [
    `(?:${punctuation}|${quotes}|'s|'S|’s|’S|—|–)$`,
    '(?<=[0-9])\\+$',
    '(?<=°[FfCcKk])\\.$',
    `(?<=[0-9])(?:${currency})$`,
    `(?<=[0-9])(?:${units})$`,
    `(?<=[0-9${lower}%²\\-\\+${punctuationSet}${quoteSet}])\\.$`,
    `(?<=[${upper}][${upper}])\\.$`,
  ].join('|'),
  'u',
);

// slow-regex: `readScript` cuts the words of a sentence to 1,200 characters.
export const infix = new RegExp(
  [
    '\\.\\.+|…',
    '°',
    '(?<=[0-9])[+\\-*^](?=[0-9-])',
    `(?<=[${lower}${quoteSet}])\\.(?=[${upper}${quoteSet}])`,
    `(?<=[${letters}]),(?=[${letters}])`,
    `(?<=[${letters}0-9])(?:${hyphens})(?=[${letters}])`,
    `(?<=[${letters}0-9])[:<>=/](?=[${letters}])`,
  ].join('|'),
  'gu',
);

/** A web or mail address, which stays whole. */
export const address =
  /^(?:(?:https?|ftp):\/\/\S*|www\.\S+|[^\s@/]+@[^\s@/][^\s@/.]*\.[^\s@/]+|[\p{L}\p{N}_.-]+\.(?:com|org|net|edu|gov|io|co|uk|us|ca|de|fr|au|info|biz|tv|me|ly|ai)(?:\/\S*)?)$/iu;
