// Events with text: plain, styled, in a thread, with a mention, with an effect, or a code from a machine.

import type { Span } from '../../formats/attributed-body.ts'
import { type Content, sendEffects } from '../../messages/content.ts'
import type { Outgoing } from '../../messages/send.ts'
import type { Written } from '../../messages/writer.ts'
import { chance, pick, pickWeighted, wholeNumber } from '../../random.ts'
import { smallTalk } from '../small-talk.ts'
import { type Event, isOnline, isRead, lastSaid, type Moment, said } from './moment.ts'
import { byThem, needing, online } from './who.ts'

const states: ReadonlyArray<readonly [NonNullable<Outgoing['state']>, number]> = [
  ['delivered', 72],
  ['read', 25],
  ['sent', 3],
]

/** Writes a message in the scene from the current speaker. */
export function utter(moment: Moment, content: Content): Written {
  const { messages, random, scene, speaker, atMs } = moment
  const { chat, service } = scene
  if (speaker.address !== undefined)
    return messages.receive({ ...content, chat, service, atMs, from: speaker.address, read: isRead(moment) })
  const columns = chance(random, 0.004) ? { error: 22, is_sent: 0, is_delivered: 0 } : undefined
  const state = pickWeighted(random, states)
  return messages.send({ ...content, chat, service, atMs, state, ...(columns && { columns }) })
}

const words = ({ speaker, random }: Moment): string => smallTalk(speaker.language, random)

export const say: Event = (moment) => {
  const text = words(moment)
  return said(moment, utter(moment, { text }), text)
}

export const replyInThread: Event = (moment) => {
  const target = lastSaid(moment)
  if (!target || !isOnline(moment)) return undefined
  const text = words(moment)
  const replyTo = { guid: target.guid, length: target.text.length }
  return said(moment, utter(moment, { text, replyTo }), text)
}

export const sayWithEffect: Event = (moment) => {
  if (!isOnline(moment)) return undefined
  const text = words(moment)
  const effect = pick(moment.random, Object.keys(sendEffects) as Array<keyof typeof sendEffects>)
  return said(moment, utter(moment, { text, effect }), text)
}

const saySpans = (moment: Moment, spans: readonly Span[]): number =>
  said(moment, utter(moment, { parts: [spans] }), spans.map(({ text }) => text).join(''))

export const sayInStyle: Event = (moment) => {
  if (moment.macos < 15 || !isOnline(moment)) return undefined
  const style = pick(moment.random, [
    { bold: true },
    { italic: true, underline: true },
    { strikethrough: true },
    { effect: 'shake' },
    { effect: 'bloom' },
  ] as const)
  return saySpans(moment, [{ text: `${words(moment)} ` }, { text: words(moment), ...style }])
}

export const mention: Event = (moment) => {
  const { scene, random } = moment
  if (scene.conversation.kind !== 'group' || !isOnline(moment)) return undefined
  const index = Math.floor(random() * scene.addresses.length)
  const person = scene.conversation.people[index]
  const address = scene.addresses[index]
  if (!person || address === undefined) return undefined
  return saySpans(moment, [{ text: person.givenName, mention: address }, { text: ` ${words(moment)}` }])
}

const sayWith =
  (content: Omit<Content, 'text'>, text = ''): Event =>
  (moment) => {
    const saying = text || words(moment)
    return said(moment, utter(moment, { ...content, text: saying }), saying)
  }

/** Writes the same words in the same millisecond, which are still two messages. */
const sayTwice: Event = (moment) => {
  const text = words(moment)
  utter(moment, { text })
  return said(moment, utter({ ...moment, atMs: moment.atMs + 0.001 }, { text }), text) + 1
}

const replyToPart: Event = (moment) => {
  const target = utter(moment, { parts: ['this?', 'or this?'] })
  const text = words(moment)
  const replyTo = { guid: target.guid, part: 1, length: 'or this?'.length }
  return said(moment, utter({ ...moment, atMs: moment.atMs + 5_000 }, { text, replyTo }), text) + 1
}

/** Writes a row from before macOS 10.13, with its dates in seconds. */
const sayLongAgo: Event = (moment) => {
  const message = utter({ ...moment, atMs: Date.UTC(2016, 4, 1, 10) }, { text: words(moment) })
  moment.messages.inSeconds({ message })
  return 1
}

/** Writes a row that iCloud brings days late. */
const sayLate: Event = (moment) => {
  utter({ ...moment, atMs: moment.atMs - 3 * 86_400_000 }, { text: words(moment) })
  return 1
}

const sayJunk: Event = (moment) => {
  moment.messages.fileMessage({ message: utter(moment, { text: 'You have won! Reply YES.' }), as: 'junk' })
  return 1
}

/** Rare ways of writing a message. */
export const eachSaying: readonly Event[] = [
  sayWith({ subject: 'Minutes' }),
  sayWith({}, '<script>alert(1)</script> & <b>not bold</b> [link](javascript:alert(1))'),
  sayWith({}, 'first line\n\nthird line\u2028\u202eright to left\u202c'),
  ...(Object.keys(sendEffects) as Array<keyof typeof sendEffects>).map((effect) => online(sayWith({ effect }))),
  needing({ rows: 2 })(sayTwice),
  online(needing({ rows: 2 })(replyToPart)),
  sayLongAgo,
  sayLate,
  needing({ macos: 27 })(byThem(sayJunk)),
]

const codeTexts: ReadonlyArray<(code: string) => [string, string]> = [
  () => ['Your verification code is ', '. Do not share it.'],
  () => ['', ' is your Example Bank security code'],
  () => ['Ihr Code lautet ', ' (10 Minuten gültig)'],
]

/** Writes a message from a machine: a code, or a parcel notice. */
export const machineText: Event = (moment) => {
  const { random } = moment
  if (chance(random, 0.4)) {
    const text = `Your parcel ${wholeNumber(random, 100_000, 999_999)} arrives today between 14:00 and 16:00. https://track.example/p`
    return said(moment, utter(moment, { text }), text)
  }
  const code = String(wholeNumber(random, 100_000, 999_999))
  const [before, after] = pick(random, codeTexts)(code)
  return saySpans(moment, [{ text: before }, { text: code, oneTimeCode: { code, displayCode: code } }, { text: after }])
}

/** Writes a row in no chat: a code that was cleaned up, or an RCS message whose join never came. */
export const orphan: Event = (moment) => {
  const { messages, speaker, scene, atMs } = moment
  if (speaker.address === undefined) return undefined
  const { service } = scene
  messages.receiveOrphan({ from: speaker.address, chat: scene.chat, service, text: words(moment), atMs, read: true })
  return 1
}

export const note: Event = (moment) => {
  const { messages, atMs, left, random } = moment
  const twins = left >= 2 && chance(random, 0.6) ? 'both' : 'sent'
  const { copy } = messages.noteToSelf({ text: words(moment), atMs, twins, inTwoChats: chance(random, 0.1) })
  return copy ? 2 : 1
}

/** Notes with two copies in one chat, two copies in two chats, copies that are minutes apart, and one copy only. */
export const eachNote: readonly Event[] = (
  [{}, { inTwoChats: true }, { copyAfterMs: 3 * 60_000 }, { twins: 'sent' }] as const
).map((how) =>
  needing({ rows: 2 })((moment) => {
    const { messages, atMs } = moment
    return messages.noteToSelf({ ...how, text: words(moment), atMs: atMs - 4 * 60_000 }).copy ? 2 : 1
  }),
)
