import type { Topics } from './topic.ts';

/** How an avatar sounds, hears and looks. */
export const appearanceTopics = {
  voice: {
    title: 'voices',
    asks: [
      'how do i change the voice',
      'can you speak with another voice',
      'which voices are there',
      'can i use a male voice',
      'can i use elevenlabs',
      'can i use azure speech',
      'can i clone my own voice',
      'why do you sound like a robot',
      'can you speak slower',
      'what about text to speech',
      'i do not like your voice',
      'where does your voice come from',
    ],
    answers: [
      'My voice is made on your own machine. Open the avatar in the dashboard, and choose another voice on the tab General. You can set its speed there, too. <svc-gesture name="nod"/>Voices of Azure, of ElevenLabs, and of servers like OpenAI’s work as well.',
      'If a voice from outside fails, the built-in voice takes over in the middle of the sentence. So an avatar never falls silent.',
    ],
    offer: { question: 'Would you like to know how I move my lips?', topic: 'lipsync' },
  },
  lipsync: {
    asks: [
      'how do you move your lips',
      'how does the lip sync work',
      'how is your mouth animated',
      'why does your mouth fit the words',
      'what are visemes',
    ],
    answers: [
      'With each sentence the service sends the times of words and mouth shapes. Your browser draws my face from them. So no video is streamed, and the mouth fits the sound.',
    ],
  },
  hearing: {
    title: 'how an avatar hears',
    asks: [
      'how do you hear me',
      'do you listen to me with the microphone',
      'how does speech recognition work',
      'does it understand speech',
      'can i talk instead of typing',
      'can i just talk to you',
      'can i speak with you',
      'which speech to text do you use',
      'is my voice sent to the cloud',
      'can i use whisper',
      'can you hear me',
      'do i have to type',
    ],
    answers: [
      'You can type or talk. With the microphone on, your speech is turned into text in your own browser, in English. For other languages choose the browser’s recogniser, or a transcription server of your own.',
    ],
  },
  microphone: {
    asks: [
      'my microphone does not work',
      'you do not hear me',
      'the mic button is grey',
      'how do i turn on the microphone',
      'how do i mute myself',
      'microphone permission denied',
    ],
    answers: [
      'Click the microphone button below me, and allow the microphone when the browser asks. If it stays silent, look at the lock beside the address, and allow it there. Away from localhost, browsers give the microphone only to pages with https.',
    ],
  },
  'no-sound': {
    asks: [
      'i can not hear you',
      'there is no sound',
      'i hear nothing',
      'the audio does not play',
      'how do i turn the volume up',
      'your voice is muted',
    ],
    answers: [
      'Look at the speaker button below me: it turns my voice on and off. Browsers also keep a page silent until you click once. My words are always there as text.',
    ],
  },
  face: {
    title: 'faces',
    asks: [
      'how do i change the face',
      'can i change how you look',
      'can you look like a man',
      'can i choose the hair and the clothes',
      'can you wear glasses',
      'how do i customise the avatar',
      'are there other avatars',
      'can i change the background',
    ],
    answers: [
      'Open the avatar in the dashboard. The tab General has a gallery of faces. Choose one, then Change details: hair, skin, eyes, glasses, clothes and background are yours to set.',
    ],
    offer: { question: 'Would you like to bring your own 3D model?', topic: 'own-model' },
  },
  'own-model': {
    title: 'your own 3D model',
    asks: [
      'can i upload my own 3d model',
      'can i use a vrm file',
      'does it support glb',
      'can i use ready player me',
      'can the avatar look like me',
      'can i make an avatar from a photo',
      'can i use my own character',
    ],
    answers: [
      'Yes, you can upload a model of your own, as a V R M file, or as G L B with mouth shapes. It may have thirty megabytes. I cannot make a model from a photo: use a character editor for that.',
    ],
  },
  tags: {
    title: 'tags',
    asks: [
      'what are tags',
      'how do i make you smile in a reply',
      'how do i make the avatar smile from my code',
      'how do i control emotions',
      'how do i send gestures from the server',
      'which tags are there',
      'does it support ssml',
      'how can i add a pause in the speech',
    ],
    answers: [
      'Tags are small marks in the text of a reply. <svc-emotion name="happy"/>One tag made me smile just now. <svc-gesture name="nod"/>And one made me nod. There are tags for emotion, gesture, gaze, pause and background. SSML works, too.',
    ],
    offer: { question: 'Shall I show you all my emotions?', topic: 'show-emotions' },
  },
  language: {
    title: 'languages',
    asks: [
      'which languages do you speak',
      'do you speak german',
      'can it speak spanish',
      'is it multilingual',
      'can the avatar answer in french',
      'does it support other languages',
      'how do i set the language',
      'sprichst du deutsch',
      'parlez vous francais',
      'hablas espanol',
      'kannst du mich verstehen',
      'ich spreche kein englisch',
      'je ne parle pas anglais',
      'was ist das',
    ],
    answers: [
      'I speak only English here. Your own avatar can speak any language that its voice and its recogniser know. Each login carries the language of the visitor, so your endpoint can answer in it.',
    ],
    offer: { question: 'Would you like to hear about voices?', topic: 'voice' },
  },
} satisfies Topics;
