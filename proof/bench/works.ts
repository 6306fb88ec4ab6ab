/** Names the work that other libraries can do as well, so that their figures appear beside ours. */

export const works = {
  list: '50 conversations',
  page: 'a page of 100 messages anywhere',
  wrongTexts: 'of the newest messages, shown without their text or with another',
  rare: 'a rare word',
  common: 'a common word',
  found: 'found of 20 messages with a word',
  webStart: 'start of the web process → first conversations',
  webResident: 'web process after fifty conversations and three searches: resident',
  commit: 'commit → integration',
  burst: '5,000 rows at once, at the integration',
  lost: 'lost of 1,000 messages, when killed with −9 and started again',
  idle: 'bridge, idle: of one core',
  bridgeResident: 'bridge, idle: resident',
  text: 'the text of a body',
  scan: 'every text of the database',
} as const
