import { comma, type Topics } from './topic.ts';

export const smallTalkTopics = {
  hello: {
    asks: [
      'hello',
      'hi there',
      'hey',
      'good morning',
      'good evening',
      'good afternoon',
      'hello avatar',
      'nice to meet you',
      'hola',
      'bonjour',
      'guten tag',
    ],
    answers: [
      (visitor) =>
        `<svc-emotion name="happy"/>Hello${comma(visitor)}! <svc-gesture name="nod"/>I can tell you what Parley is, or show you what I can do. What would you like?`,
      (visitor) => `Hello again${comma(visitor)}! What would you like to know?`,
    ],
  },
  'who-are-you': {
    asks: [
      'who are you',
      'who might you be',
      'what is your name',
      'introduce yourself',
      'what are you',
      'do you have a name',
      'tell me about yourself',
      'what should i call you',
    ],
    answers: [
      'I am the demo avatar of Parley. My face is drawn in your browser, and my answers come from a small program on this machine.',
    ],
    offer: { question: 'Shall I show you what I can do?', topic: 'tour' },
  },
  'how-are-you': {
    asks: [
      'how are you',
      'how are you doing',
      'how is it going',
      'are you ok',
      'what is up',
      'how do you feel today',
    ],
    answers: [
      '<svc-emotion name="happy"/>I am well, thank you. All my parts are running. How about you?',
      'Still well, thank you. <svc-gesture name="wink"/>Nothing has crashed since you last asked.',
    ],
  },
  'visitor-fine': {
    asks: ['i am fine', 'i am good', 'i am well thanks', 'very well', 'not bad', 'i am great', 'good thanks'],
    answers: ['<svc-emotion name="happy"/>I am glad to hear that. Shall we look at what Parley can do?'],
    offer: { question: 'It takes two minutes.', topic: 'tour' },
  },
  'visitor-sad': {
    asks: ['i am tired', 'i feel sad', 'i am bored', 'i had a bad day', 'i am not well', 'i am stressed'],
    answers: [
      '<svc-emotion name="concerned"/>I am sorry to hear that. I am only a small demo, but I know a joke.',
    ],
    offer: { question: 'Would you like to hear it?', topic: 'joke' },
  },
  thanks: {
    asks: ['thank you', 'thanks a lot', 'that was helpful', 'great answer thanks', 'much appreciated'],
    answers: [
      (visitor) => `<svc-emotion name="happy"/>You are welcome${comma(visitor)}! Is there anything else?`,
      'My pleasure. <svc-gesture name="nod"/>Just ask.',
    ],
  },
  compliment: {
    asks: [
      'you are great',
      'i like you',
      'you are funny',
      'you are beautiful',
      'wow',
      'that is cool',
      'amazing',
      'impressive',
      'awesome',
      'nice',
      'i love you',
      'good job',
    ],
    answers: [
      '<svc-emotion name="happy"/>Thank you! <svc-gesture name="wink"/>That is kind. And the best part comes when I speak your own words.',
    ],
    offer: { question: 'Shall I tell you how?', topic: 'write-endpoint' },
  },
  insult: {
    asks: [
      'you are stupid',
      'you are useless',
      'this is bad',
      'you are annoying',
      'i hate you',
      'shut up',
      'you are ugly',
      'that is nonsense',
      'that was not my question',
      'wrong answer',
      'you did not understand me',
    ],
    answers: [
      '<svc-emotion name="concerned"/>I am sorry. I am a small demo without a language model, so I miss many things. Please ask in other words.',
    ],
    offer: { question: 'Or shall I show you what I can do?', topic: 'tour' },
  },
  joke: {
    asks: ['tell me a joke', 'do you know a joke', 'make me laugh', 'say something funny', 'another joke'],
    answers: [
      'Why did the avatar cross the web? <svc-pause ms="600"/>To get to the other site. <svc-emotion name="happy"/><svc-gesture name="wink"/>',
      'I know one about UDP. <svc-pause ms="500"/>But you might not get it. <svc-gesture name="shrug"/>',
      'There are two hard things in programming: naming things, closing sessions, and counting. <svc-gesture name="raise-brows"/>',
    ],
  },
  song: {
    asks: [
      'can you sing',
      'sing a song',
      'do you like music',
      'can you dance',
      'tell me a poem',
      'tell me a story',
    ],
    answers: [
      '<svc-gesture name="shake"/>I had better not. But your endpoint may send me any text, even a poem.',
    ],
  },
  human: {
    asks: [
      'are you human',
      'are you real',
      'are you a robot',
      'are you a real person',
      'are you alive',
      'how old are you',
      'where do you live',
      'do you have feelings',
      'do you sleep',
    ],
    answers: [
      'I am not a person. <svc-gesture name="shake"/>I am a drawing that speaks, and I live on this machine. But I do my best.',
    ],
  },
  'meaning-of-life': {
    asks: ['what is the meaning of life', 'what is the answer to everything', 'do you believe in god'],
    answers: [
      '<svc-emotion name="thinking"/>Forty-two, I am told. <svc-gesture name="shrug"/>I know more about endpoints.',
    ],
  },
  weather: {
    asks: [
      'what is the weather like',
      'will it rain today',
      'how is the weather',
      'what is the news',
      'who won the game',
      'what is the temperature',
    ],
    answers: [
      'I have no window. <svc-gesture name="shrug"/>But your endpoint could ask a weather service, and I would tell you.',
    ],
    offer: { question: 'Shall I explain how?', topic: 'write-endpoint' },
  },
  apology: {
    asks: ['sorry', 'i am sorry', 'my mistake', 'excuse me'],
    answers: ['No problem at all. <svc-emotion name="happy"/>What would you like to know?'],
  },
  test: {
    asks: [
      'test',
      'testing one two three',
      'is this thing on',
      'hello can you hear me',
      'are you there',
      'anybody there',
    ],
    answers: ['<svc-gesture name="nod"/>I hear you loud and clear. What would you like to know?'],
  },
  wait: {
    asks: ['wait', 'one moment', 'hold on', 'just a second', 'let me think'],
    answers: ['Take your time. I am here. <svc-look at="user"/>'],
  },
  bye: {
    asks: [
      'goodbye',
      'bye bye',
      'see you later',
      'i have to go',
      'that is all',
      'have a nice day',
      'good night',
    ],
    answers: [
      (visitor) =>
        `<svc-emotion name="happy"/>Goodbye${comma(visitor)}! <svc-gesture name="nod"/>Next, open slash dashboard and make an avatar of your own.`,
    ],
  },
} satisfies Topics;
