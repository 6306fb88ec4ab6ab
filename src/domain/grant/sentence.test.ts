import { expect, it } from 'vitest'
import type { GivenGrant, Grant } from '../../contract/grant.ts'
import type { ConversationKey } from '../../contract/ids.ts'
import type { Scope } from '../../contract/scopes.ts'
import { nobodyKnown } from '../people/persons.ts'
import { completeGrant, everything } from './complete.ts'
import { hideCodes } from './one-time-codes.ts'
import { grantedPeople } from './people.ts'
import { isWithinHours, reachOf } from './recipients.ts'
import { grantSentence, type SaidKey } from './sentence.ts'
import { sinceMs } from './since.ts'

const [anna, ben, club] = ['+12025550123', '+12025550145', 'group:any;+;chat700']
const names: Readonly<Record<string, string>> = { [anna]: 'Anna', [club]: 'Book club' }
const said = (given: GivenGrant, scopes: Scope[], expiresAt: string | null = null): SaidKey => ({
  grant: completeGrant(given),
  scopes,
  expiresAt,
})

it.each<[SaidKey, string, string]>([
  [
    said({ people: { only: [anna, club] }, since: '2026-05-01', fields: { handles: false }, sends: { mode: 'ask' } }, [
      'read',
      'write',
    ]),
    'Reads Anna and Book club since May 2026, without numbers; asks before it sends',
    'Liest Anna und Book club seit Mai 2026, ohne Nummern; fragt vor dem Senden',
  ],
  [
    said({ lines: ['home'], may_send_as: ['home'], sends: { mode: 'ask' } }, ['read', 'write']),
    'Reads all conversations of the line home; asks before it sends as home',
    'Liest alle Unterhaltungen des Anschlusses home; fragt vor dem Senden als home',
  ],
  [
    said({ lines: ['home', 'office'], may_send_as: [] }, ['read', 'write']),
    'Reads all conversations of the lines home and office; sends nothing',
    'Liest alle Unterhaltungen der Anschlüsse home und office; sendet nichts',
  ],
  [
    said({ people: { except: [ben] } }, ['read'], '2026-12-31T23:59:59.999Z'),
    `Reads all conversations except ${ben}; sends nothing; until 31 December 2026`,
    `Liest alle Unterhaltungen außer ${ben}; sendet nichts; bis 31. Dezember 2026`,
  ],
  [
    said({ since: { days: 7 }, fields: { attachments: false }, one_time_codes: 'hide' }, ['read']),
    'Reads all conversations from the last 7 days, without files and one-time codes; sends nothing',
    'Liest alle Unterhaltungen der letzten 7 Tage, ohne Dateien und Einmalcodes; sendet nichts',
  ],
  [
    said({ sends: { to: [anna], per_hour: 5, hours: '08:00-22:00' } }, ['write']),
    'Reads nothing; sends to Anna without asking, at most 5 messages an hour, between 08:00 and 22:00',
    'Liest nichts; sendet an Anna ohne zu fragen, höchstens 5 Nachrichten pro Stunde, zwischen 08:00 und 22:00 Uhr',
  ],
  [
    said({ sends: { mode: 'ask', without_asking: [anna, 'group:chat9'] } }, ['read', 'write']),
    'Reads all conversations; asks before it sends, except to Anna and the group chat9',
    'Liest alle Unterhaltungen; fragt vor dem Senden, außer an Anna und die Gruppe chat9',
  ],
  [
    said({}, ['read', 'write', 'admin']),
    'Reads all conversations; sends without asking; changes settings, plugins and keys',
    'Liest alle Unterhaltungen; sendet ohne zu fragen; ändert Einstellungen, Plugins und Schlüssel',
  ],
])('%j', (key, english, german) => {
  const nameOf = (entry: string) => names[entry]
  expect(grantSentence(key, { locale: 'en-GB', nameOf })).toBe(english)
  expect(grantSentence(key, { locale: 'de', nameOf })).toBe(german)
})

it('counts those beyond a number', () => {
  const key = said({ people: { only: ['a@x.org', 'b@x.org', 'c@x.org', 'd@x.org'] } }, ['read'])
  expect(grantSentence(key, { locale: 'en-GB', mostNamed: 3 })).toBe('Reads a@x.org, b@x.org and 2 more; sends nothing')
})

/** Tries what a key with the grant can do, with the functions that decide it. */
function ability({ grant, scopes }: SaidKey): string {
  const { people, since, fields, one_time_codes: codes, sends } = grant ?? everything
  const { includesPerson, includesGroup } = grantedPeople(people, nobodyKnown)
  const sees = scopes.includes('read') && [
    includesPerson(anna),
    includesPerson(ben),
    includesGroup('chat700', () => []),
  ]
  const shows = fields.text && codes === 'hide' ? hideCodes('Your code is 482913') : fields.text
  const read = sees !== false && sees.includes(true) ? [sees, sinceMs(since, Date.UTC(2026, 5, 10)), fields, shows] : []
  const recipients = [
    { conversation: `dm:${anna}` as ConversationKey, isGroup: false, handle: anna },
    { conversation: `dm:${ben}` as ConversationKey, isGroup: false, handle: ben },
    { conversation: 'group:chat700' as ConversationKey, isGroup: true, handle: 'chat700' },
  ]
  const reach = recipients.map((one) => reachOf(grant ?? everything, one, nobodyKnown))
  const isOpen = ['12:00', '23:00'].map(
    (time) => sends.hours === null || isWithinHours(sends.hours, Date.parse(`2026-06-10T${time}`)),
  )
  const sent = reach.map((one) => (one === 'ask' || one === 'direct' ? one : 'no'))
  const cannot = !scopes.includes('write') || sent.every((one) => one === 'no') || !isOpen.some(Boolean)
  return JSON.stringify([read, cannot ? [] : [sent, sends.per_hour, isOpen]])
}

const people: Grant['people'][] = ['all', { only: [] }, { only: [anna] }, { only: [anna, club] }, { except: [anna] }]
const readings = people.flatMap((whose) =>
  ([null, '2026-05-01', '2026-05-02', { days: 1 }, { days: 30 }] as const).flatMap((since) =>
    Array.from({ length: 32 }, (_, bits): Grant => {
      const has = (bit: number) => (bits & (1 << bit)) === 0
      const fields = { text: has(0), attachments: has(1), names: has(2), handles: has(3) }
      return { ...everything, people: whose, since, fields, one_time_codes: has(4) ? 'show' : 'hide' }
    }),
  ),
)
const sendings = people.flatMap((whose) =>
  (['never', 'ask', 'direct'] as const).flatMap((mode) =>
    [null, [], [anna], [anna, ben]].flatMap((to) =>
      [null, 1, 5].flatMap((perHour) =>
        [null, '08:00-22:00', '09:00-09:00'].flatMap((hours) =>
          [[], [anna]]
            // Whom the key may not write to at all needs no exception.
            .filter((unasked) => unasked.length === 0 || whose === 'all' || 'only' in whose)
            .map((unasked): Grant => {
              const sends = { mode, to, per_hour: perHour, hours, without_asking: unasked }
              return { ...everything, people: whose, sends }
            }),
        ),
      ),
    ),
  ),
)

it.each(['en', 'de'])(
  '%s: what a key can do changes with no part of its grant unless the sentence changes',
  (locale) => {
    const keys = [
      ...readings.map((grant): SaidKey => ({ grant, scopes: ['read'] })),
      ...[...sendings].flatMap((grant): SaidKey[] => [
        { grant, scopes: ['read', 'write'] },
        { grant, scopes: ['write'] },
      ]),
    ]
    // Only grants whose lists include the person in question, so that an exception affects somebody.
    const meant = keys.filter(({ grant }) => (grant?.sends.without_asking ?? []).length === 0 || isConcerned(grant))
    const pairs = meant.map((key) => [grantSentence(key, { locale }), ability(key)] as const)
    const abilities = Map.groupBy(pairs, ([sentence]) => sentence)
    for (const [sentence, same] of abilities) expect(new Set(same.map(([, can]) => can)).size, sentence).toBe(1)
    expect(abilities.size).toBeGreaterThan(400)
  },
)

function isConcerned(grant: Grant | null): boolean {
  if (grant === null || grant.sends.mode !== 'ask') return true
  const to = { conversation: `dm:${anna}` as ConversationKey, isGroup: false, handle: anna }
  return reachOf(grant, to, nobodyKnown) === 'direct'
}
