import { expect, test } from 'vitest'
import { type Judged, matcher } from './matches.ts'
import { parseConditions } from './parse-conditions.ts'

const fromAnna: Judged = {
  sender: 'Anna Müller-Smith',
  handle: '+12025550123',
  text: 'Dinner at eight? Ça va, İstanbul!',
  isGroup: false,
  groupName: null,
  chatGuid: 'any;-;+12025550123',
  category: 'known',
}
const inHiking: Judged = { ...fromAnna, isGroup: true, groupName: 'Hiking 2026 🥾', chatGuid: 'any;+;chat831' }

const fulfils = (conditions: string, message: Partial<Judged> = {}): boolean =>
  matcher(parseConditions(conditions))({ ...fromAnna, ...message })

test.each<[boolean, string, Partial<Judged>]>([
  // from: matches whole words of the name, or the address in any notation.
  [true, 'from:Anna', {}],
  [true, 'from:anna', {}],
  [true, 'from:"Anna Müller"', {}],
  [true, 'from:"anna muller-smith"', {}],
  [true, 'from:smith', {}],
  [false, 'from:Ann', {}],
  [false, 'from:"Anna Smith"', {}],
  [false, 'from:"Smith Anna"', {}],
  [true, 'from:+12025550123', {}],
  [true, 'from:"(202) 555-0123"', {}],
  [false, 'from:+12025550124', {}],
  [false, 'from:0123', {}],
  [true, 'from:anna@example.org', { handle: 'Anna@Example.org' }],
  [false, 'from:example.org', { handle: 'anna@example.org' }],
  [true, 'from:anna@example.org', { handle: 'anna@example.org', sender: 'anna@example.org' }],
  [true, 'from:72727', { handle: '72727', sender: '72727' }],
  [true, 'from:MyBank', { handle: 'MYBANK', sender: 'MYBANK' }],
  [true, 'from:王小明', { sender: '王小明' }],
  [false, 'from:王', { sender: '王小明' }],
  [true, 'from:🦊', { sender: '🦊' }],
  [false, 'from:🦊', { sender: 'Anna' }],
  [false, 'from:🦊', { sender: '🐻' }],
  // contains: matches anywhere, ignoring case, accents and width.
  [true, 'contains:dinner', {}],
  [true, 'contains:INNER', {}],
  [true, 'contains:"at eight?"', {}],
  [true, 'contains:ca', {}],
  [true, 'contains:istanbul', {}],
  [true, 'contains:strasse', { text: 'Hauptstraße 5' }],
  [true, 'contains:ΟΔΟΣ', { text: 'η οδός' }],
  [true, 'contains:abc', { text: 'ＡＢＣ' }],
  [true, 'contains:寿司', { text: '今夜は寿司です' }],
  [false, 'contains:か', { text: 'がんばって' }],
  [false, 'contains:lunch', {}],
  [false, 'contains:dinner', { text: null }],
  [true, 'contains:.*', { text: 'a .* is no pattern' }],
  [false, 'contains:.*', {}],
  // exact: matches the whole text, ignoring case, accents, width and surrounding spaces.
  [true, 'exact:stop', { text: ' STOP\n' }],
  [false, 'exact:stop', { text: 'stop it' }],
  [true, 'exact:"dinner at eight? ca va, istanbul!"', {}],
  [false, 'exact:stop', { text: null }],
  // in: and group:
  [true, 'in:direct', {}],
  [false, 'in:group', {}],
  [true, 'in:group', inHiking],
  [false, 'in:direct', inHiking],
  [true, 'group:hiking', inHiking],
  [true, 'group:"Hiking 2026"', inHiking],
  [false, 'group:hik', inHiking],
  [false, 'group:Anna', {}],
  [true, 'group:chat831', inHiking],
  [true, 'group:iMessage;+;chat831', inHiking],
  [true, 'group:chat831', { ...inHiking, groupName: null }],
  [false, 'group:Hiking', { ...inHiking, groupName: null }],
  // category:
  [true, 'category:known', {}],
  [false, 'category:transaction', {}],
  [true, 'category:Transaction', { category: 'transaction' }],
  // Combinations.
  [true, 'from:anna AND contains:dinner', {}],
  [false, 'from:anna AND contains:lunch', {}],
  [true, 'from:ben OR contains:dinner', {}],
  [false, 'from:ben OR contains:lunch', {}],
  [true, 'NOT from:ben', {}],
  [false, 'NOT (from:anna OR from:ben)', {}],
  [true, 'from:anna (contains:lunch OR contains:dinner) NOT in:group', {}],
])('%s: %s', (expected, conditions, message) => {
  expect(fulfils(conditions, message)).toBe(expected)
})
