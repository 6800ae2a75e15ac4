import type { Topics } from './topic.ts';

/** The customer's endpoint and what it can do. */
export const endpointTopics = {
  endpoint: {
    title: 'the endpoint',
    asks: [
      'what is an endpoint',
      'what is the endpoint',
      'what does an endpoint do',
      'tell me about the endpoint',
      'how does the endpoint work',
      'explain login chat and logout',
      'what is the contract',
      'what does parley send to my server',
      'which requests does my backend get',
      'what is login',
      'what is logout',
      'what does the chat request contain',
      'what is the brain of the avatar',
      'how does the avatar talk to my backend',
    ],
    answers: [
      'An endpoint is an address on your server. It gets three kinds of requests, as JSON. Login, when a visitor comes. Chat, with each message. And logout, when the visitor has gone. Your answer to chat has a field reply: that is what I say.',
      'Each request has a session id. Send it back in your answer. If you set a key for the endpoint, each request carries it, so your server knows who calls.',
    ],
    offer: { question: 'Shall I tell you how to write one?', topic: 'write-endpoint' },
  },
  'write-endpoint': {
    title: 'writing your own endpoint',
    asks: [
      'how do i write my own endpoint',
      'how do i connect my own server',
      'how do i hook up my own server',
      'how do i connect my backend to the avatar',
      'how do i make you say what i want',
      'how do i build my own brain',
      'can i use python',
      'can i write it in node or php or java',
      'which programming language do i need',
      'is there an example endpoint',
      'how do i get started with code',
      'i want to use my own code',
    ],
    answers: [
      'Any language works: it is one address that takes a post request. Read the action. For login and logout, answer with status OK. For chat, add a reply. Copy the example from the file read me: it has about twenty lines. Then make an avatar with the address of your endpoint.',
      'In the dashboard, the tab Brain has a button that tests your endpoint. It shows what was sent, and what came back.',
    ],
    offer: { question: 'Would you like to know what to click next?', topic: 'next-step' },
  },
  callback: {
    title: 'callbacks',
    asks: [
      'what is a callback',
      'how does the callback work',
      'can my server speak first',
      'can the avatar say something without being asked',
      'how do i push a message to the visitor',
      'can i send a message later',
      'how do i send proactive messages',
      'what about long running work',
    ],
    answers: [
      'At login your endpoint gets a callback address and a token. Post a message there at any time, and I say it. That is good for news, or for work that takes a while.',
    ],
    offer: { question: 'Shall I show you one?', topic: 'show-callback' },
  },
  streaming: {
    title: 'streaming',
    asks: [
      'can i stream the answer',
      'does it support streaming',
      'can the reply come in pieces',
      'do you support server sent events',
      'can it start speaking before the answer is complete',
    ],
    answers: [
      'Yes. An endpoint may answer with server-sent events. I speak the first sentence while the rest is still arriving.',
    ],
  },
  payloads: {
    title: 'payloads',
    asks: [
      'what is a payload',
      'how do i send data to the page',
      'can i send json to my page',
      'can the avatar open a product on my website',
      'how can my endpoint control the web page',
      'can i send json through the conversation',
      'how do custom payloads work',
      'can a button on my page tell the avatar something',
      'what are custom tags',
    ],
    answers: [
      'Your endpoint can send data to your page in the middle of a sentence: a product, a map, a form. It puts a tag with JSON into the reply, and your page gets an event. A page can send such a tag to the endpoint, too.',
    ],
    offer: { question: 'Shall I send one now?', topic: 'show-payload' },
  },
  'endpoint-errors': {
    title: 'what happens when an endpoint fails',
    asks: [
      'what happens if my server is down',
      'what if the endpoint fails',
      'what if my endpoint is slow',
      'how long may my server take to answer',
      'what is the timeout',
      'how do i debug my endpoint',
      'the avatar says sorry all the time',
      'why did a turn fail',
    ],
    answers: [
      'Then the avatar apologises, in words that you can choose, and the conversation goes on. An answer may take thirty seconds, and you can change that. For slow answers there is a filler, such as: one moment, please. The page of the session in the dashboard shows what went wrong.',
    ],
  },
  interruption: {
    title: 'interruptions',
    asks: [
      'can i interrupt you',
      'can i cut you off in mid sentence',
      'what happens when i interrupt the avatar',
      'how does interruption work',
      'does it notice when i talk over it',
      'what is barge in',
      'can i stop you while you talk',
    ],
    answers: [
      'Yes, at any time. Talk, type, or press stop. I fall silent at once. If you ask for it, your endpoint learns which words were really heard.',
    ],
    offer: { question: 'Shall we try it?', topic: 'show-interruption' },
  },
  latency: {
    title: 'speed',
    asks: [
      'how fast is it',
      'what is the latency',
      'how long does an answer take',
      'why is it slow',
      'how do i make it faster',
      'is it real time',
    ],
    answers: [
      'Parley itself adds about a thousandth of a second to a turn. Most of the time goes to the answer of your endpoint or model, and to the voice. The dashboard shows where the time of each turn went.',
    ],
  },
} satisfies Topics;
