/** Plays what people do on a live Mac from one moment to the next. */
import { type SampleKind, sampleFile } from '../media/sample-files.ts'
import type { Content } from '../messages/content.ts'
import { chance, pick, pickWeighted, wholeNumber } from '../random.ts'
import { smallTalk } from '../world/small-talk.ts'
import { type Circle, type Friend, someCircle } from './company.ts'
import { remember, type Said, type World } from './world.ts'

type Moment = (world: World) => void

const moments: readonly (readonly [Moment, number])[] = [
  [someoneWrites, 62],
  [someoneSendsFile, 7],
  [someoneReacts, 10],
  [someoneEdits, 3],
  [someoneUnsends, 1],
  [someoneSharesLink, 3],
  [ownerWrites, 9],
  [ownerReads, 5],
]

export const somethingHappens = (world: World): void => pickWeighted(world.random, moments)(world)

/** Older versions had no edits and unsends. */
const FIRST_WITH_EDITS = 13

const BURST_MS = [500, 1800] as const
const ARRIVAL_MS = [1500, 4000] as const
const PREVIEW_MS = [800, 2000] as const
const SECOND_THOUGHT_MS = [3000, 9000] as const

function someoneWrites(world: World): void {
  const circle = someCircle(world.random, world.circles)
  const friend = pick(world.random, circle.friends)
  write(world, circle, friend)
  if (!chance(world.random, 0.2)) return
  for (let more = wholeNumber(world.random, 1, 3); more > 0; more -= 1) {
    world.later([BURST_MS[0] * more, BURST_MS[1] * more], () => write(world, circle, friend))
  }
}

/** Lets a friend write. Replies use it as well. */
export function write(world: World, circle: Circle, friend: Friend): void {
  const text = smallTalk(friend.language, world.random)
  receive(world, { circle, friend, content: { text }, shown: text })
}

interface Utterance {
  readonly circle: Circle
  readonly friend: Friend
  readonly content: Content
  readonly shown: string
}

function receive(world: World, { circle, friend, content, shown }: Utterance): Said {
  const written = world.messages().receive({ from: friend.address, chat: circle.chat, ...content })
  const said = { written, circle, friend, text: shown }
  remember(world, said)
  tell(world, 'received', said)
  return said
}

function tell(world: World, kind: 'received' | 'tapback' | 'edited' | 'unsent' | 'arrived', said: Said): void {
  const { written, circle, friend, text } = said
  world.tell({ kind, who: friend.name, text, ...(circle.isGroup && { group: circle.name }), ...written })
}

/** Lets the message come first, and its file some seconds later. */
function someoneSendsFile(world: World): void {
  const kind = pick<SampleKind>(world.random, ['heic', 'jpeg', 'jpeg', 'png', 'gif', 'mov', 'caf', 'pdf'])
  const { bytes, ...file } = sampleFile(kind, wholeNumber(world.random, 1, 200))
  const circle = someCircle(world.random, world.circles)
  const friend = pick(world.random, circle.friends)
  const files = [{ ...file, state: 'waiting' as const }]
  const said = receive(world, { circle, friend, content: { files, audio: kind === 'caf' }, shown: `[${file.name}]` })
  world.later(ARRIVAL_MS, () => {
    world.messages().attachmentArrives({ attachmentGuid: `at_0_${said.written.guid}`, bytes })
    tell(world, 'arrived', { ...said, text: `${file.name} has arrived` })
  })
}

function someoneReacts(world: World): void {
  const target = anyRecent(world)
  if (target === undefined) return
  const friend = pick(world.random, target.circle.friends)
  const kind = pick(world.random, ['love', 'like', 'laugh', 'emphasize', 'question'] as const)
  const written = world.messages().tapback({ target: target.written, from: friend.address, kind })
  tell(world, 'tapback', { ...target, written, friend, text: `${kind} on “${target.text}”` })
}

function someoneEdits(world: World): void {
  const said = anyRecent(world)
  if (said === undefined || said.text.startsWith('[') || world.macos < FIRST_WITH_EDITS) return
  const text = `${said.text} 😅`
  world.later(SECOND_THOUGHT_MS, () => {
    world.messages().edit({ message: said.written, text })
    tell(world, 'edited', { ...said, text: `edits “${said.text}”` })
  })
}

/** Writes a message only to unsend it. */
function someoneUnsends(world: World): void {
  if (world.macos < FIRST_WITH_EDITS) return
  const circle = someCircle(world.random, world.circles)
  const friend = pick(world.random, circle.friends)
  const text = smallTalk(friend.language, world.random)
  const said = receive(world, { circle, friend, content: { text }, shown: text })
  world.recent.pop()
  world.later(SECOND_THOUGHT_MS, () => {
    world.messages().unsend({ message: said.written })
    tell(world, 'unsent', { ...said, text: `unsends “${text}”` })
  })
}

/** Writes the preview as a separate row, a moment after the text. */
function someoneSharesLink(world: World): void {
  const circle = someCircle(world.random, world.circles)
  const friend = pick(world.random, circle.friends)
  const url = `https://example.com/trails/${wholeNumber(world.random, 1, 400)}`
  receive(world, { circle, friend, content: { text: url }, shown: url })
  world.later(PREVIEW_MS, () => {
    const link = { url, title: 'A trail worth walking', siteName: 'example.com' }
    world.messages().linkPreview({ from: friend.address, chat: circle.chat, link })
  })
}

/** The owner writes on another device; the network does the rest. */
function ownerWrites(world: World): void {
  const circle = someCircle(world.random, world.circles)
  const text = smallTalk(pick(world.random, circle.friends).language, world.random)
  const written = world.messages().send({ chat: circle.chat, text })
  world.tell({ kind: 'sent', who: `me to ${circle.name}`, text, ...written })
}

function ownerReads(world: World): void {
  const said = anyRecent(world)
  if (said !== undefined) world.messages().markChatRead({ chat: said.circle.chat })
}

const anyRecent = (world: World): Said | undefined =>
  world.recent.length === 0 ? undefined : pick(world.random, world.recent)
