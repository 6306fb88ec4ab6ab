/** A history with a mark in each message, and a model of what of it exists under a grant, which shares no code with the product. */
import { chance, pick, type Random } from '../../simulator/random.ts'
import type { TemporaryMac } from '../../simulator/temporary-mac.ts'
import type { GivenGrant } from '../../src/contract/grant.ts'

export const dayMs = 86_400_000
export const [anna, annaMail, ben, carla, dora] = [
  '+12025550123',
  'anna@example.com',
  '+12025550145',
  '+12025550146',
  '+12025550147',
] as const

export interface Told {
  /** A word that stands in this message and nowhere else. */
  mark: string
  /** The name of its file, and its one-time code. */
  file: string | undefined
  code: string | undefined
  /** The id of its file. */
  attachment?: string | undefined
  rowid: number
  guid: string
  chat: string
  /** The conversation: a person's address, or the name of a group. */
  of: string
  atMs: number
}

export interface GrantedWorld {
  told: Told[]
  /** GUIDs of the groups. */
  groups: Record<'both' | 'others', string>
  isInside(one: Told, grant: GivenGrant): boolean
  randomGrant(random: Random): GivenGrant
}

const markedSpans = (text: string, code: string) => [
  { text },
  {
    text: `${code.slice(0, 3)} ${code.slice(3)}`,
    oneTimeCode: { code, displayCode: `${code.slice(0, 3)} ${code.slice(3)}` },
  },
  { text: `, again ${code}` },
]

/**
 * Fills a Mac with forty days of messages with five people and two groups. Marks and codes count from `firstNumber`, so that
 * several worlds have none in common.
 */
export function grantedWorld(
  { messages, contacts }: Pick<TemporaryMac, 'messages' | 'contacts'>,
  { firstNumber = 0, lastDay = 40 } = {},
): GrantedWorld {
  contacts.onMyMac.add({ firstName: 'Anna', lastName: 'Berg', phones: [anna], emails: [annaMail] })
  contacts.onMyMac.add({ firstName: 'Ben', lastName: 'Hidden', phones: [ben] })
  const groups = {
    both: messages.createGroup({ members: [anna, ben], name: 'Both' }).guid,
    others: messages.createGroup({ members: [carla, dora], name: 'Others' }).guid,
  }
  const places: { of: string; from: string; chat?: string }[] = [
    ...[anna, annaMail, ben, carla, dora].map((from) => ({ of: from, from })),
    { of: 'both', from: ben, chat: groups.both },
    { of: 'others', from: dora, chat: groups.others },
  ]
  const told: Told[] = []
  const today = Math.floor(Date.now() / dayMs) * dayMs
  for (let day = lastDay; day >= 0; day -= 4)
    for (const [n, { of, from, chat }] of places.entries()) {
      const number = firstNumber + day * 10 + n
      const file = number % 4 === 1 ? `file${number}end.txt` : undefined
      // Some codes are told by words, others only by the mark of Messages.
      const isMarked = number % 5 === 2 && file === undefined
      const mark = `mark${number}end`
      const code = isMarked || number % 3 === 0 ? String(700_000 + number) : undefined
      const atMs = Math.min(today - day * dayMs + n * 60_000, Date.now() - 1_000)
      const text = code === undefined ? `hello ${mark}` : `hello ${mark}, your code is ${code}`
      const said = isMarked ? { parts: [markedSpans(`hello ${mark}, `, code ?? '')] } : { text }
      const files =
        file === undefined
          ? {}
          : { files: [{ name: file, mime: 'text/plain', uti: 'public.plain-text', bytes: Buffer.from(file) }] }
      const {
        rowid,
        guid,
        chatGuid = '',
      } = messages.receive({ from, ...said, atMs, ...(chat && { chat }), ...files } as never)
      told.push({ mark, file, code, rowid, guid, chat: chatGuid, of, atMs })
    }
  function isInside({ of, atMs }: Told, { people = 'all', since = null }: GivenGrant): boolean {
    const today = Math.floor(Date.now() / dayMs) * dayMs
    const beginning =
      since === null ? 0 : typeof since === 'string' ? Date.parse(since) : today - (since.days - 1) * dayMs
    if (atMs < beginning) return false
    if (people === 'all') return true
    const own = [anna, annaMail].includes(of as never) ? [anna, annaMail] : [of]
    const names = (list: string[]) =>
      own.some((one) => list.includes(one) || list.includes(`group:${groups[of as 'both']}`))
    if ('only' in people) return names(people.only)
    const members = { both: [anna, annaMail, ben], others: [carla, dora] }[of as string] ?? []
    return !names(people.except) && !members.some((one) => people.except.includes(one))
  }

  function randomGrant(random: Random): GivenGrant {
    const people = [anna, annaMail, ben, carla, dora, `group:${groups.both}`, `group:${groups.others}`]
    const some = people.filter(() => chance(random, 0.35))
    const since = [null, { days: 9 }, { days: 25 }, new Date(Date.now() - 20 * dayMs).toISOString().slice(0, 10)]
    return {
      people: pick(random, ['all', { only: some }, { except: some }] as const) as never,
      since: pick(random, since) as never,
      fields: { text: chance(random, 0.8), attachments: chance(random, 0.7) },
      one_time_codes: pick(random, ['show', 'hide'] as const),
      sends: { mode: 'never' },
    }
  }

  return { told, groups, isInside, randomGrant }
}
