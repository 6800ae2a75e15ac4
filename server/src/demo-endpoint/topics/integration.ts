import type { Topics } from './topic.ts';

/** Pages, keys, tokens and events. */
export const integrationTopics = {
  embed: {
    title: 'putting an avatar on your page',
    asks: [
      'how do i put you on my website',
      'how do i embed the avatar',
      'how can i integrate it into my page',
      'is there a javascript sdk',
      'can i use an iframe',
      'is there a react component',
      'does it work with wordpress',
      'where is the code snippet',
      'can i add it to my app',
      'how do i add a widget to my shop',
    ],
    answers: [
      'There are three ways. A frame needs one line. The script gives you full control. And for React there is a component. Open the avatar in the dashboard, and choose Embed: you can copy the code there.',
    ],
    offer: { question: 'Shall I tell you how to limit which pages may show it?', topic: 'origins' },
  },
  origins: {
    asks: [
      'how do i limit the domains',
      'can i restrict it to my domain',
      'can other people embed my avatar',
      'prevent other sites from embedding my avatar',
      'which pages may show the avatar',
      'how do i stop others from using my avatar',
      'what are embed origins',
    ],
    answers: [
      'Open the avatar in the dashboard, then Advanced. The list of embed origins names the pages that may show it. If the list is empty, every page may. For strict control make the avatar private.',
    ],
    offer: { question: 'Shall I explain private avatars?', topic: 'tokens' },
  },
  mobile: {
    title: 'phones',
    asks: [
      'does it work on mobile',
      'can i use it on my phone',
      'which browsers are supported',
      'does it run on an iphone',
      'does it work in safari and firefox',
      'is there an app',
    ],
    answers: [
      'It works in the browsers of phones and computers: Chrome, Edge, Firefox and Safari. There is no app to install. A phone reaches it only by https, once you give the service a public name.',
    ],
  },
  tokens: {
    title: 'private avatars and tokens',
    asks: [
      'what is a token',
      'how do i make an avatar private',
      'how do i protect my avatar',
      'what is a private avatar',
      'how do i generate a token',
      'only signed in users may talk to it',
      'only logged in customers should reach the avatar',
      'how do i restrict access',
      'what is the jwt for',
    ],
    answers: [
      'A private avatar opens only with a token. Your server asks Parley for one with an API key, and hands it to the page. A token works once, and for two minutes unless you choose otherwise. The conversation may last longer.',
    ],
    offer: { question: 'Shall I tell you about API keys?', topic: 'api-keys' },
  },
  'api-keys': {
    title: 'API keys',
    asks: [
      'how do i get an api key',
      'what is an api key for',
      'where do i create a key',
      'which permissions can a key have',
      'how do i use the api',
      'what can i do with the api',
      'is there a rest api',
    ],
    answers: [
      'In the dashboard, open Developer, then API keys. A key can make tokens, list avatars, read the state of a session, or end a session. You choose which. The key is shown once, so copy it. Keep it on your server, never in a page.',
    ],
  },
  webhooks: {
    title: 'webhooks',
    asks: [
      'what are webhooks',
      'how do i set up a webhook',
      'how do i get notified when a call ends',
      'get notified when someone hangs up',
      'which events are there',
      'what events can i receive',
      'can i get an event when somebody connects',
      'how are webhooks signed',
      'what happens if my webhook fails',
      'how often are deliveries retried',
      'how do i verify the signature',
    ],
    answers: [
      'A webhook tells your server what happens: somebody connects, somebody leaves, the transcript is ready. Each event is signed, so you can check that it is ours. If your server is away, Parley tries eight times within about a day and a half.',
      'You find the delivery log in the dashboard, under Developer. You can replay an event there.',
    ],
  },
  transcripts: {
    title: 'transcripts',
    asks: [
      'where can i read the conversations',
      'do i get a transcript',
      'can i see what visitors said',
      'can i read what my visitors asked',
      'how do i download the chat history',
      'where are the sessions',
      'is there a log of the conversation',
    ],
    answers: [
      'Every conversation is in the dashboard, under Sessions: the words, the times of each turn, and the events. Your webhook can also get the transcript at the end.',
    ],
  },
  sessions: {
    title: 'sessions',
    asks: [
      'what is a session',
      'how do i end a conversation from my server',
      'can i limit how long a visitor talks',
      'how do i disconnect a user',
      'can my server hang up on a user',
      'how do i check if a session is alive',
      'what is the maximum session duration',
    ],
    answers: [
      'A session is one visitor’s talk with one avatar. With an API key, your server can read its state, and end it. You can also set a longest duration on the tab Advanced.',
    ],
  },
  partners: {
    title: 'partners',
    asks: [
      'what are partners',
      'does it support oauth',
      'can another company access my avatars',
      'how do i build an integration for other accounts',
    ],
    answers: [
      'Partners are applications of other companies. An account can allow them access by OAuth, and take it back at any time. There is a sample partner in the folder examples.',
    ],
  },
  analytics: {
    title: 'statistics',
    asks: [
      'are there statistics',
      'how many people talked to the avatar',
      'is there analytics',
      'how do i monitor it',
      'can i see charts',
      'does it have metrics for prometheus',
    ],
    answers: [
      'The overview of the dashboard shows sessions, minutes, turns and speed. For machines there are metrics at slash metrics, and traces for OpenTelemetry.',
    ],
  },
} satisfies Topics;
