// What is done to what was said: tapbacks, edits, unsends.

import { type TapbackKind, tapbackKinds } from '../../messages/tapback.ts'
import { chance, pick, type Random } from '../../random.ts'
import { fileOf } from '../files.ts'
import { sentence } from '../small-talk.ts'
import { type Event, isOnline, lastSaid, place } from './moment.ts'

const emoji = ['🎉', '🙏', '🔥', '😭', '👀']

function kindFor(macos: number, random: Random): TapbackKind {
  const draw = random()
  if (macos >= 15 && draw < 0.12) return { emoji: pick(random, emoji) }
  if (macos >= 15 && draw < 0.13)
    return { sticker: { ...fileOf('heic', random), sticker: { pack: 'com.example.stickers', id: '7' } } }
  return pick(random, tapbackKinds)
}

/** Earlier tapbacks of the same person are gone, which leaves gaps between ROWIDs. */
function leaveGap({ messages }: { messages: Parameters<Event>[0]['messages'] }): void {
  messages.db.exec("UPDATE sqlite_sequence SET seq = seq + 1 WHERE name = 'message'")
}

export const react: Event = (moment) => {
  const { messages, macos, random, speaker } = moment
  const target = lastSaid(moment, ({ from }) => from !== speaker.address)
  if (!target) return 0
  const kind = kindFor(macos, random)
  const { chat: _, ...rest } = place(moment)
  if (!isOnline(moment)) return 0
  if (chance(random, 0.05)) leaveGap(moment)
  const given = { ...rest, target, kind, targetText: target.text }
  if (chance(random, 0.03)) messages.removeTapback(given)
  else messages.tapback(given)
  return 1
}

const editableMs = 15 * 60_000
const unsendableMs = 2 * 60_000

export const change: Event = (moment) => {
  const { messages, macos, random, speaker, atMs } = moment
  const mine = lastSaid(moment, (said) => said.from === speaker.address && atMs - said.atMs < editableMs)
  if (!mine || macos < 13 || !isOnline(moment) || mine.text.includes('\ufffc')) return 0
  messages.edit({ message: mine, text: sentence(speaker.language, random), atMs })
  if (chance(random, 0.15))
    messages.edit({ message: mine, text: sentence(speaker.language, random), atMs: atMs + 20_000 })
  // Nothing new was written: the moment is somebody else's.
  return 0
}

export const takeBack: Event = (moment) => {
  const { messages, macos, speaker, atMs } = moment
  const mine = lastSaid(moment, (said) => said.from === speaker.address && atMs - said.atMs < unsendableMs)
  if (!mine || macos < 13 || !isOnline(moment)) return 0
  messages.unsend({ message: mine, atMs })
  moment.scene.recent.splice(moment.scene.recent.indexOf(mine), 1)
  return 0
}
