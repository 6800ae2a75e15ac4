// Words and sentences from which make-corpus.mjs makes its lines.

const list = (text) => text.split('|');

export const firstNames = list(
  'Mara|Jonas|Siobhan|Xavier|Nguyen|Joaquin|Zoë|José|Anaïs|Krzysztof|Priya|Kwame|Yuki|Olufemi|Björk|Sean|Hermione|Ishaan|Agnieszka|Thabo|Liam|Emma|Dr. Lee|Ms. Ortiz|Mr. Park|Mrs. Dalloway|Prof. Moriarty',
);
export const lastNames = list(
  "O'Brien|McDonald|van der Berg|Nakamura|Smith-Jones|MacLeod|Fitzgerald|Okonkwo|D'Angelo|Schwarzenegger|Kowalski|Müller|García|Wójcik|Papadopoulos|Zhang|Lopez|Jr.|Patel",
);
export const places = list(
  "Berlin|New York|St. Louis|Mt. Everest|Ft. Worth|the U.S.|the U.K.|San José|Reykjavík|Worcestershire|Arkansas|L.A.|Washington, D.C.|Côte d'Ivoire|Kyiv|Llanfair|Houston|Reading|Nice|Mobile|221B Baker St.|5th Ave.|Main St.|12 Elm Rd.",
);
export const things = list(
  'apple|orange|hour|university|umbrella|one-way ticket|MRI|FBI agent|URL|SQL query|honest answer|European city|e-mail|iPhone|X-ray|heirloom|UFO|8-ball|unicorn|ewe|11-year-old|NASA engineer|app|invoice|order|refund',
);
export const acronyms = list(
  'NASA|FBI|API|URL|HTTP|JSON|SQL|CEO|HR|USA|UK|EU|NATO|PDF|USB|HTML|CSS|AI|GPT|LLM|TTS|SSML|OAuth|IPv6|IBM|AT&T|R&D|Q&A|COVID-19|DNA|RSVP|ASAP|FYI|LOL|OMG|PhD|MSc|TV|DVD|GPS|NGO|UN|WHO|IT|US|AM|PM',
);
export const addresses = list(
  'https://www.example.com/help|www.google.com|example.org|support@example.com|john.doe+test@mail.co.uk|http://localhost:8080/docs?x=1&y=2|ftp://files.example.net|github.com/user/repo|@mara_j|#winning|docs.python.org/3/|C:\\Windows\\System32|/usr/local/bin|index.html|package.json|v2.3.1|main.ts|node_modules',
);
export const units = list(
  'km|cm|mm|kg|mg|lb|lbs|oz|ft|mi|ml|kph|mph|km/h|Hz|kHz|MHz|GHz|KB|kB|MB|GB|TB|Mbps|Gbps|hr|hrs|min|mins|sec|secs|ms|sq ft|sq mi|yd|kWh|kW|MW|GW|mAh|fps|cc|mcg|µg|nm|µm|pct|m|g|L|l|s|h|W|V|A|in|K|k|M|B|bn|x|°C|°F|°|%|px|dB|GPa|C|F',
);
export const abbreviations = list(
  'Mr.|Mrs.|Ms.|Dr.|Jr.|Sr.|St.|Mt.|Ave.|Blvd.|Rd.|Ln.|Hwy.|Pkwy.|Ste.|Apt.|Bldg.|Ltd.|Inc.|Corp.|Co.|Bros.|Dept.|Univ.|Assn.|Govt.|approx.|est.|vs.|vs|vol.|Vol.|fig.|Fig.|ch.|Ch.|pp.|ed.|eds.|no.|No.|nos.|Prof.|Gen.|Gov.|Sen.|Rep.|Capt.|Lt.|Col.|Sgt.|Rev.|Hon.|Pres.|Atty.|Supt.|cf.|et al.|etc.|e.g.|i.e.|a.k.a.|aka|AKA|BTW|IMO|TBD|w/|w/o|a.m.|p.m.|U.S.|U.K.|Ph.D.|M.D.|B.C.|A.D.|Jan.|Feb.|Sept.|Dec.|Mon.|Tues.|Sun.|Sat.|P.S.|R.I.P.|p.|Esq.',
);
export const months = list(
  'January|February|March|April|May|June|July|August|September|October|November|December|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sep|Sept|Oct|Nov|Dec|Jan.|Feb.|Sept.|Oct.|Nov.|Dec.',
);
export const romans = list('I|II|III|IV|V|VI|VII|VIII|IX|X|XI|XII|XIV|XVI|XIX|XX|XXI|XL|XC|MCMXCIV|iv|xii');
export const romanHeads = list(
  'Chapter|chapter|Part|Act|Scene|Section|Volume|Book|Phase|World War|Super Bowl|Apollo|Rocky|Type|Level|Grade|Star Wars Episode|King|Queen|Pope|Henry|Louis|Elizabeth|King George|John Paul|Pope Pius|Table|Figure|Rome|Malcolm',
);
export const emoji = list('😀|🎉|👍🏽|❤️|👨‍👩‍👧|🇩🇪|☕|✅|:)|:-(|;-)|<3|^_^|¯\\_(ツ)_/¯|🤷|→|•|★|xD|:D');
export const otherScripts = list(
  'привет|こんにちは|你好|안녕하세요|مرحبا|שלום|Ελληνικά|नमस्ते|ไทย|Straße|naïve|café|façade|jalapeño|smörgåsbord|Ångström|coöperate|ﬁne|Ｆｕｌｌ|½ cup|x²|H₂O|№ 5|ª|Ωmega|Škoda|piñata|crème brûlée|résumé|Москва',
);
export const hyphenated = list(
  'well-known|state-of-the-art|mother-in-law|twenty-one|re-enter|co-op|e-mail|X-ray|self-service|up-to-date|check-in|ex-wife|anti-inflammatory|non-GMO|T-shirt|A-list|U-turn|24-hour|three-year-old|10-year-old|user-friendly|pre-9/11|mid-1990s|Jean-Luc|Coca-Cola|Wi-Fi|follow-up|one-third|part-time|high-quality|on-the-go|drag-and-drop|pH-neutral',
);
export const contractions = list(
  "can't|won't|I'm|you're|we've|they'd|she'll|it's|that's|who's|what's|let's|don't|doesn't|didn't|couldn't|shouldn't've|I'd've|ain't|y'all|ma'am|o'clock|'tis|'twas|rock 'n' roll|gonna|wanna|gotta|dunno|'em|there's|here's|how's|mustn't|needn't|cannot|isn’t|I’ve|we’ll|you’d|he’s|Don’t|CAN'T|Isn't|’cause|ol'|goin'|nothin'|dogs'|James'|James's|boss's|children's|women’s|Chris’s|the '90s|lemme|gimme|who'd|that'll|it'd",
);
export const punctuated = list(
  '“Hello,” she said.|‘Fine,’ he said.|"Yes" or "no"?|(see below)|[citation needed]|{curly}|wait… what?|wait... what?|no -- never|no — never|no—never|no–never|yes; no: maybe|what?!|stop!!!|a/b/c|and/or|50/50|24/7|1/2|3/4 cup|2/3 of it|rock & roll|5 + 3 = 8|6 * 7|10 - 4|-5 degrees|x < y|a > b|~20 people|item #4|C#|C++|*bold*|_under_|`code`|**very** important|a | b|100%|3.14|±5|§ 12|© 2024|™|®|«bonjour»|„Hallo“|5′ 10″|6\'2"|“quoted’|\'single\'|;|,|...|…|?|!|--|(|)|"|’|”',
);
export const heteronyms = list(
  'read|live|lead|wind|tear|bow|row|sow|bass|close|use|used|house|record|present|object|subject|project|produce|permit|perfect|conduct|content|contract|contrast|convert|desert|dove|excuse|export|import|increase|insult|invalid|minute|moderate|multiply|number|polish|protest|rebel|refuse|separate|estimate|graduate|wound|abuse|advocate|alternate|appropriate|associate|attribute|combat|complex|compound|conflict|console|construct|converse|deliberate|delegate|digest|discount|duplicate|elaborate|entrance|escort|extract|incense|intimate|lives|resume|resent|sewer|bowed|learned|blessed|aged|dogged|that|a|the|to|in|by|an|am|I|vs|via|of|for|and|as|at|was|were|her|his|him|them|us|some|have|had|does|do|can|could|than|from|it|be|been|are|or|but|just|because|into|onto|there|their|you|your|my|me|we|our|so|no|not|too|two|on|off|up|down|out|over|under|been|used to',
);
export const chat = list(
  "Sure, I can help you with that.|What time would you like to come in?|I'm sorry, I didn't quite catch that.|Could you say it again, please?|Your order has shipped and should arrive by Friday.|Let me check that for you.|Great question!|Is there anything else I can do for you today?|I used to live there, but I've read that the live music has closed.|Please present your present at the present moment.|The wind was too strong to wind the sail.|They were too close to the door to close it.|I had to subject the subject to a series of tests.|He could lead if he would get the lead out.|The bandage was wound around the wound.|Since there is no time like the present, he thought it was time to present the present.|The invalid's insurance card was invalid.|I did not object to the object.|You can reset your password at any time in the settings.|No problem at all, take your time.|That's a good point; however, I'd disagree.|Hmm, let me think about it for a minute.|Oh no! What happened?|Wow, that's amazing!|We're open from 9 to 5, Monday through Friday.|Our address is 1600 Pennsylvania Ave. NW, Washington, DC 20500.|Call us at 1-800-555-0199 or (212) 555-0123.|The total comes to $1,234.56 including tax.|It will take about 2-3 business days.|The meeting is at 3:30pm on 10/12/2019.|Would you rather have tea or coffee?|The estimate was $3.2 billion, up 4.5% from 2019.|Turn left on 5th St. and drive 2.5 mi.|You've got mail!|He's the CEO of Acme Inc. and lives in St. Louis.|I live at 42 Wallaby Way, Sydney.|The record shows that they record every call.|Do you want to use the house for a house party?|She used the used car.|She's used to it.|I can can a can.|That that is, is.|He said that that was fine.|Come in, and sit down by the fire.|Whom did you give it to?|To be or not to be.|What are you looking at?|Where is it from?|I want to.|Look it up.|Turn it on.|The end of the hour is the hour of the end.|A is for apple.|Vitamin A is good for you.|Plan B is to go to the U.S.|I am an adult.|I am.|Yes, I am!|I'll be there at 5 a.m. sharp.|Read it to me.|I have read it.|I will read it.|He reads and I read.|They've read the book that I read yesterday.|Did you read it?|She has a tear in her dress and a tear in her eye.",
);
