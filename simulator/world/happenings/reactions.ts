// Events with tapbacks on messages of others.

import { type Tapback, type TapbackKind, tapbackKinds } from '../../messages/tapback.ts'
import { chance, pick, type Random } from '../../random.ts'
import { fileOf } from '../files.ts'
import { type Event, isOnline, lastSaid, type Moment, place, said } from './moment.ts'
import { needing, online } from './who.ts'
import { utter } from './words.ts'

const emoji = ['🎉', '🙏', '🔥', '😭', '👀']

function kindFor(macos: number, random: Random): TapbackKind {
  const draw = random()
  if (macos >= 15 && draw < 0.12) return { emoji: pick(random, emoji) }
  if (macos >= 15 && draw < 0.13) return sticker(random)
  return pick(random, tapbackKinds)
}

/** Skips a ROWID: earlier tapbacks of the same person are deleted, which leaves gaps. */
function leaveGap({ messages }: { messages: Parameters<Event>[0]['messages'] }): void {
  messages.db.exec("UPDATE sqlite_sequence SET seq = seq + 1 WHERE name = 'message'")
}

type How = Partial<Pick<Tapback, 'part' | 'naming'>> & { kind: TapbackKind; removed?: boolean }

/** Reacts to the last message of somebody else. */
const reactHow =
  (howFor: (moment: Moment) => How): Event =>
  (moment) => {
    const { messages, speaker } = moment
    const target = lastSaid(moment, ({ from }) => from !== speaker.address)
    if (!target || !isOnline(moment)) return undefined
    const { removed, ...how } = howFor(moment)
    const { chat: _, ...rest } = place(moment)
    const given = { ...rest, ...how, target, targetText: target.text }
    if (removed) messages.removeTapback(given)
    else messages.tapback(given)
    return 1
  }

export const react: Event = reactHow((moment) => {
  const { macos, random } = moment
  if (chance(random, 0.05)) leaveGap(moment)
  return { kind: kindFor(macos, random), removed: chance(random, 0.03) }
})

const sticker = (random: Random): TapbackKind => ({
  sticker: { ...fileOf('heic', random), sticker: { pack: 'com.example.stickers', id: '7' } },
})

/** Every kind of tapback, and every way in which a row names its target. */
export const eachTapback: readonly Event[] = [
  ...tapbackKinds.map((kind) => reactHow(() => ({ kind }))),
  reactHow(() => ({ kind: { emoji: '🎉' } })),
  needing({ macos: 15 })(reactHow(({ random }) => ({ kind: sticker(random) }))),
  reactHow(() => ({ kind: 'love', naming: 'bare' })),
  reactHow(() => ({ kind: 'laugh', part: -1 })),
  reactHow(() => ({ kind: 'like', removed: true })),
]

/** Sends a picture between texts, and puts a separate tapback on each of two bubbles. */
export const reactToParts: Event = online(
  needing({ rows: 3 })((moment) => {
    const { messages, random, scene, atMs } = moment
    const target = utter(moment, { parts: ['before', fileOf('jpeg', random), 'after'] })
    said(moment, target, 'before\ufffcafter')
    const [from] = scene.addresses
    messages.tapback({ target, part: 1, kind: 'love', targetText: '\ufffc', atMs: atMs + 4_000 })
    messages.tapback({ target, part: 2, kind: 'like', ...(from && { from }), targetText: 'after', atMs: atMs + 5_000 })
    return 3
  }),
)

export const reactToBalloon: Event = online(
  needing({ rows: 2 })((moment) => {
    const { messages, atMs } = moment
    const message = { appName: 'Little Games', summary: 'Checkers', caption: 'Your move.' }
    const target = messages.appBalloon({ ...place(moment), app: 'game', message })
    messages.tapback({ target, kind: 'emphasize', naming: 'balloon', targetText: 'Checkers', atMs: atMs + 4_000 })
    return 2
  }),
)
