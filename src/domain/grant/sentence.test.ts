import { expect, it } from 'vitest'
import type { GivenGrant } from '../../contract/grant.ts'
import type { Scope } from '../../contract/scopes.ts'
import { completeGrant, everything } from './complete.ts'
import { grantSentence } from './sentence.ts'

it.each<[GivenGrant, Scope[], string]>([
  [
    {
      people: { only: ['+12025550123', 'group:chat700'] },
      since: '2026-05-01',
      fields: { handles: false },
      sends: { mode: 'ask' },
    },
    ['read', 'write'],
    'Reads +12025550123 and the group chat700 since 2026-05-01, without numbers; asks before it sends',
  ],
  [{ people: { except: ['+12025550123'] } }, ['read'], 'Reads everyone but +12025550123; sends nothing'],
  [
    {
      since: { days: 7 },
      fields: { text: false, attachments: false },
      one_time_codes: 'hide',
      sends: { mode: 'never' },
    },
    ['read', 'write'],
    'Reads everyone of the last 7 days, without texts, files and one-time codes; sends nothing',
  ],
  [
    { sends: { to: ['+12025550123'], per_hour: 5, hours: '08:00-22:00' } },
    ['write'],
    'Reads nothing; sends to +12025550123, at most 5 in an hour, between 08:00 and 22:00',
  ],
])('%j', (given, scopes, sentence) => {
  expect(grantSentence(completeGrant(given) ?? everything, scopes)).toBe(sentence)
})
