import type { Topics } from './topic.ts';

/** Running the service, and what happens to data. */
export const runningTopics = {
  'self-hosting': {
    title: 'running it yourself',
    asks: [
      'can i host it myself',
      'where does it run',
      'do i need the cloud',
      'does it run on my own server',
      'can i run it on premises',
      'can we install it in our own data centre',
      'does it work offline',
      'does it need the internet',
      'is there a hosted version',
      'what are the system requirements',
      'how much memory does it need',
    ],
    answers: [
      'Parley runs on your own machine, and it is running there right now. It needs Linux or macOS, and about three hundred megabytes of memory. Voice, face and hearing work without the internet.',
    ],
    offer: { question: 'Would you like to know how to put it on a public server?', topic: 'deployment' },
  },
  deployment: {
    title: 'going live',
    asks: [
      'how do i deploy it',
      'how do i go to production',
      'is there a docker image',
      'can i use kubernetes',
      'how do i put it on a public server',
      'how do i use https',
      'how do i set up a domain name',
      'can i run it with systemd',
      'how do i install it on a server',
      'does it run on windows',
    ],
    answers: [
      'The folder deploy has what you need: a container image, a compose file, Kubernetes manifests, a systemd unit, and a proxy with https. Linux and macOS work; on Windows use its Linux subsystem or a container. The guide is docs, deployment dot M D.',
    ],
    offer: { question: 'Shall I tell you how far it scales?', topic: 'scaling' },
  },
  scaling: {
    title: 'scaling',
    asks: [
      'how does it scale',
      'how many users can talk at the same time',
      'how many visitors can it handle',
      'does it support many concurrent sessions',
      'can i run several processes',
      'is it highly available',
      'what happens if a server crashes',
      'can it handle a thousand people',
    ],
    answers: [
      'One process holds many thousands of quiet visitors. Speaking with the built-in voice needs the most processor time. For more, start several processes with one database and Redis. If one dies, another takes over its sessions.',
    ],
  },
  privacy: {
    title: 'privacy',
    asks: [
      'what happens to my data',
      'where does my data go',
      'where do my words go',
      'is our conversation recorded',
      'is my data private',
      'what about data protection',
      'is it gdpr compliant',
      'what do you store about me',
      'do you record me',
      'are you spying on me',
      'who can read what i say',
      'how long is data kept',
      'can i delete the data of a visitor',
      'do you send data to third parties',
    ],
    answers: [
      'What you say stays on this machine. <svc-gesture name="nod"/>Transcripts are kept for ninety days, and you can change that. In the dashboard, under Data, you can export or erase everything about a visitor. Nothing goes to others, unless you choose a voice or a model from outside.',
    ],
    offer: { question: 'Shall I say more about security?', topic: 'security' },
  },
  security: {
    title: 'security',
    asks: [
      'is it secure',
      'how secure is this',
      'how safe is it',
      'how are secrets stored',
      'is the data encrypted',
      'does it support two factor authentication',
      'can somebody hack it',
      'does it have passkeys',
    ],
    answers: [
      'Secrets are stored sealed, and keys only as a hash. People sign in with a password, a second factor or a passkey. Requests to your addresses go through a guarded client. The file security tells how to report a problem.',
    ],
  },
  dashboard: {
    title: 'the dashboard',
    asks: [
      'where is the dashboard',
      'how do i open the dashboard',
      'how do i sign in',
      'i have no password',
      'how do i log into the admin panel',
      'what can i do in the dashboard',
      'where do i find the settings',
      'how do i create a new avatar',
      'how do i create an avatar',
      'how do i make my own avatar',
    ],
    answers: [
      'Open slash dashboard on this address. The window in which you started Parley shows a link that signs you in. There, choose Avatars, then Create avatar.',
    ],
    offer: { question: 'Would you like to know what to do after that?', topic: 'write-endpoint' },
  },
  accounts: {
    title: 'accounts and members',
    asks: [
      'can my colleagues use it',
      'can my team work with it',
      'how do i invite my team',
      'can i have several accounts',
      'what roles are there',
      'is it multi tenant',
      'how do i add another user to the dashboard',
    ],
    answers: [
      'Yes. In the dashboard, open Members and invite people by e-mail, as owner or member. One installation can hold many accounts, each with its own avatars and keys.',
    ],
  },
  'command-line': {
    title: 'the command line',
    asks: [
      'is there a command line',
      'what commands are there',
      'how do i use the cli',
      'can i talk to you from the terminal',
      'can i automate it',
      'can i configure it as code',
    ],
    answers: [
      'Yes. Everything in the dashboard is also a command. Type: npm run parley, two dashes, help. With parley talk you can chat with me in the terminal. And parley apply sets up an account from a file.',
    ],
  },
  updates: {
    title: 'updates',
    asks: [
      'how do i update parley',
      'how do i upgrade to a new version',
      'which version is this',
      'how do i make a backup',
      'how do i backup my data',
      'where is my data stored',
      'how do i stop the service',
      'how do i restart it',
    ],
    answers: [
      'Control C stops the service, and npm start starts it. Everything is in the folder data. For a backup, stop the service and copy that folder. For an update, get the new code and start again: the database follows by itself.',
    ],
  },
  'next-step': {
    title: 'what to do next',
    asks: [
      'what should i do next',
      'what now',
      'what should i click next',
      'how do i start',
      'how do i get started',
      'where do i begin',
      'what is the first step',
      'i am new here',
      'help me to start',
      'how can i try it with my own project',
    ],
    answers: [
      ({ project }) =>
        `${project === null ? '' : `For your project, ${project}, I would begin like this. `}Open slash dashboard on this address. Choose Avatars, then Create avatar, and give it a face and a voice. On the tab Brain, enter the address of your endpoint, and press test. Then open its page, and talk to it.`,
      'When that works, open the tab Embed, and copy the code into your page. After that, an API key and a webhook are worth a look.',
    ],
    offer: { question: 'Shall I explain the endpoint first?', topic: 'endpoint' },
  },
} satisfies Topics;
