// Events that edit, unsend or delete messages, as a whole or in part.

import { chance } from '../../random.ts'
import { fileOf } from '../files.ts'
import { sentence } from '../small-talk.ts'
import { type Event, isOnline, lastSaid, type Moment, said } from './moment.ts'
import { needing, online } from './who.ts'
import { utter } from './words.ts'

const editableMs = 15 * 60_000
const unsendableMs = 2 * 60_000

export const change: Event = (moment) => {
  const { messages, macos, random, speaker, atMs } = moment
  const mine = lastSaid(moment, (said) => said.from === speaker.address && atMs - said.atMs < editableMs)
  if (!mine || macos < 13 || !isOnline(moment) || mine.text.includes('\ufffc')) return undefined
  messages.edit({ message: mine, text: sentence(speaker.language, random), atMs })
  if (chance(random, 0.15))
    messages.edit({ message: mine, text: sentence(speaker.language, random), atMs: atMs + 20_000 })
  // No row was written, so the moment can still be used by another event.
  return 0
}

export const takeBack: Event = (moment) => {
  const { messages, macos, speaker, atMs } = moment
  const mine = lastSaid(moment, (said) => said.from === speaker.address && atMs - said.atMs < unsendableMs)
  if (!mine || macos < 13 || !isOnline(moment)) return undefined
  messages.unsend({ message: mine, atMs })
  moment.scene.recent.splice(moment.scene.recent.indexOf(mine), 1)
  return 0
}

const words = ({ speaker, random }: Moment): string => sentence(speaker.language, random)

const threeParts = (moment: Moment) => {
  const written = utter(moment, { parts: ['one', fileOf('jpeg', moment.random), 'three'] })
  said(moment, written, 'one\ufffcthree')
  return written
}

const editTimes =
  (times: number, withoutDate = false): Event =>
  (moment) => {
    const { messages, atMs } = moment
    const text = words(moment)
    const message = utter(moment, { text })
    said(moment, message, text)
    for (let time = 1; time <= times; time++)
      messages.edit({ message, text: words(moment), atMs: atMs + time * 10_000, withoutDate })
    return 1
  }

/** Edits with several versions, of one bubble among several, and once without a date. */
export const eachEdit: readonly Event[] = [
  editTimes(1),
  editTimes(5),
  editTimes(1, true),
  (moment: Moment) => {
    moment.messages.edit({ message: threeParts(moment), part: 2, text: 'third', atMs: moment.atMs + 10_000 })
    return 1
  },
].map((event) => online(needing({ macos: 13 })(event)))

export const eachUnsend: readonly Event[] = [
  (moment: Moment) => {
    moment.messages.unsend({ message: threeParts(moment), parts: [0], atMs: moment.atMs + 10_000 })
    moment.scene.recent.pop()
    return 1
  },
  (moment: Moment) => {
    moment.messages.unsend({ message: utter(moment, { text: words(moment) }), atMs: moment.atMs + 10_000 })
    return 1
  },
].map((event) => online(needing({ macos: 13 })(event)))

/** Uses Recently Deleted, which macOS 13 introduced, for a message and for one bubble of a message. */
export const eachDeletion: readonly Event[] = [
  (moment: Moment) => {
    const message = utter(moment, { text: words(moment) })
    moment.lastDeeds.push((messages) => messages.moveToRecentlyDeleted({ message, atMs: moment.nowMs }))
    return 1
  },
  (moment: Moment) => {
    moment.messages.deletePart({ message: threeParts(moment), part: 0, atMs: moment.nowMs })
    moment.scene.recent.pop()
    return 1
  },
].map(needing({ macos: 13 }))
