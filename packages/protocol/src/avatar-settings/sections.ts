type Section = {
  readonly tab: 'general' | 'brain' | 'advanced';
  readonly title: string;
  readonly lead?: string;
};

/** The sections of settings on the dashboard, in order. */
export const avatarSettingSections = {
  basics: { tab: 'general', title: 'Name, language and greeting' },
  voice: { tab: 'general', title: 'Voice', lead: 'How the avatar sounds.' },
  hearing: { tab: 'general', title: 'Hearing', lead: 'How the speech of visitors becomes text.' },
  look: { tab: 'general', title: 'Look', lead: 'Who visitors see.' },
  brain: { tab: 'brain', title: 'What answers' },
  endpoint: { tab: 'brain', title: 'Endpoint' },
  model: { tab: 'brain', title: 'Language model' },
  timing: { tab: 'brain', title: 'Slow and failed answers' },
  second: {
    tab: 'brain',
    title: 'Second brain',
    lead: 'Try another brain with real visitors before it takes over.',
  },
  secondEndpoint: { tab: 'brain', title: 'Endpoint of the second brain' },
  secondModel: { tab: 'brain', title: 'Language model of the second brain' },
  canary: { tab: 'brain', title: 'Canary' },
  privacy: {
    tab: 'advanced',
    title: 'Privacy',
    lead: 'Who may open the avatar, and what visitors may keep.',
  },
  people: {
    tab: 'advanced',
    title: 'People who answer',
    lead: 'Members of the account can watch a conversation and answer in place of the brain.',
  },
  limits: { tab: 'advanced', title: 'Usage limits' },
  events: { tab: 'advanced', title: 'Webhook' },
} as const satisfies Record<string, Section>;

export type AvatarSettingSection = keyof typeof avatarSettingSections;
