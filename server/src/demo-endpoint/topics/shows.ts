import type { Topics } from './topic.ts';

const counting =
  'One. Two. Three. Four. Five. Six. Seven. Eight. Nine. Ten. Eleven. Twelve. Thirteen. Fourteen. Fifteen. Sixteen. Seventeen. Eighteen. Nineteen. Twenty.';

/** What the avatar shows when it is asked to. */
export const showTopics = {
  'what-can-you-do': {
    asks: [
      'what can you do',
      'what are you capable of',
      'what sort of things can i ask',
      'what else can you do for me',
      'what are you able to do',
      'what are your skills',
      'what can i ask you',
      'what do you know',
      'help',
      'i need help',
      'what are my options',
      'what can we talk about',
      'what features do you have',
      'which features does parley have',
    ],
    answers: [
      '<svc-emotion name="happy"/>I can talk with you about Parley: what it is, how it works, what it costs, and how you make your own avatar. I can show emotions, gestures, payloads and a callback. You can interrupt me. And I remember your name.',
      'Ask me, for example: how do I write an endpoint? How do I put you on my website? Is my data private? Or say: show me a callback.',
    ],
    offer: { question: 'Shall I show you, step by step?', topic: 'tour' },
  },
  'show-emotions': {
    title: 'my emotions',
    asks: [
      'show me your emotions',
      'can you smile',
      'be happy',
      'look sad',
      'can you look surprised',
      'show me a feeling',
      'make a sad face',
      'can you show emotions',
      'smile please',
    ],
    answers: [
      '<svc-emotion name="happy"/>This is happy. <svc-emotion name="sad"/>This is sad. <svc-emotion name="surprised"/>This is surprised! <svc-emotion name="concerned"/>This is concerned. <svc-emotion name="thinking"/>And this is thinking. <svc-emotion name="neutral"/>Each of them is one small tag in my reply.',
    ],
  },
  'show-gestures': {
    title: 'my gestures',
    asks: [
      'show me your gestures',
      'can you nod',
      'nod your head',
      'wink at me',
      'shake your head',
      'can you move',
      'can you shrug',
      'can you wave',
      'look to the left',
    ],
    answers: [
      '<svc-gesture name="nod"/>I can nod. <svc-gesture name="shake"/>I can shake my head. <svc-gesture name="tilt"/>I can tilt it. <svc-gesture name="shrug"/>I can shrug. <svc-gesture name="wink"/>And I can wink. <svc-look at="left"/>I can look away, <svc-look at="user"/>and back at you.',
    ],
  },
  'show-background': {
    asks: [
      'change the background colour',
      'make the background blue',
      'show me another background',
      'can you change the colour behind you',
      'show me a tag',
    ],
    answers: [
      '<svc-background color="#1d4f73"/>Now it is blue behind me. <svc-background color="#5b2b5f"/>Now it is purple. <svc-background color="default"/>And now it is as before. One tag did that.',
    ],
  },
  'show-payload': {
    title: 'a payload',
    asks: [
      'send me a payload',
      'show me a payload',
      'send some json to the page',
      'show me a custom tag',
      'send data to my page',
      'demonstrate custom payloads',
    ],
    answers: [
      'Here it comes. <svc-custom-demo json=\'{"from":"the demo endpoint","product":"Parley","stars":5}\'/>With that sentence I sent your page a rating of five stars, as JSON. A page that has registered the tag svc custom demo gets it as an event. Other pages ignore it.',
    ],
    offer: { question: 'Shall I explain how a page registers a tag?', topic: 'payload-registration' },
  },
  'payload-registration': {
    asks: [
      'how does a page register a tag',
      'how do i receive the payload',
      'how do i register a custom tag',
      'why do i not see the payload',
    ],
    answers: [
      'Call register tag of the SDK, with the name of the tag and the name of an event. Then listen for that event on the document. On my own page, add a question mark and register custom SSML equals svc custom demo to the address.',
    ],
  },
  'show-callback': {
    title: 'a callback',
    asks: [
      'show me a callback',
      'demonstrate the callback',
      'say something without being asked',
      'call me back',
      'surprise me later',
      'remind me in a few seconds',
    ],
    answers: ['Say nothing for a few seconds. <svc-look at="away"/>I am going to speak without being asked.'],
  },
  'show-interruption': {
    title: 'an interruption',
    asks: [
      'let me interrupt you',
      'show me an interruption',
      'count to twenty',
      'say something long',
      'demonstrate the interruption',
      'can you count',
    ],
    answers: [
      `I count to twenty. Interrupt me: talk, type something, or press stop. ${counting} You let me finish. <svc-gesture name="wink"/>How polite!`,
    ],
  },
} satisfies Topics;

/** What the endpoint posts to the callback address some seconds after `show-callback`. */
export const callbackMessage =
  '<svc-emotion name="surprised"/>Here I am! <svc-emotion name="happy"/>Nobody asked. My endpoint posted this message to the callback address. Yours can do the same.';
