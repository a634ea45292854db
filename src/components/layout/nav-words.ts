/** More words that the palette finds a page of the navigation by, by its label. */
export const NAV_WORDS: Readonly<Record<string, string>> = {
  Overview: 'home start',
  Projects: 'runs jobs',
  Submit: 'new job benchmark sweep',
  Leaderboard: 'ranking best',
  Compare: 'difference scaling quantization cost',
  Cost: 'price money tokens break-even',
  Telemetry: 'gpu power temperature',
  KYAI: 'evaluation judge quality',
  Sizer: 'sizing capacity plan',
  Servers: 'worker heartbeat config',
  Cloud: 'provision execution',
  Reports: 'pdf xlsx document',
  Import: 'file upload',
  Profile: 'account password token key',
  Admin: 'members quota audit',
  API: 'openapi reference',
};
