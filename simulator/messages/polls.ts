// Writes polls: a root row, rows that add options, and rows that vote on the latest state.

import { encodePoll, encodeVote, type PollOption } from '../formats/poll.ts'
import { apps, type Place, placeBalloon } from './balloons.ts'
import { findMessage } from './find-message.ts'
import type { Writer, Written } from './writer.ts'

const typeOfUpdate = 2
const typeOfChangedRoot = 3
const typeOfVote = 4000

export interface NewPoll extends Place {
  options: readonly string[]
  /** Often empty, since the question is a separate text. */
  title?: string
}

/** A poll in its current state. Each operation returns the next state. */
export interface PollWritten extends Written {
  root: Written
  options: readonly PollOption[]
  title: string
  by: string
  sessionId: string
}

const authorOf = (writer: Writer, { from }: Place): string => from ?? writer.self.email

export function createPoll(writer: Writer, { options: texts, title = '', ...place }: NewPoll): PollWritten {
  const by = authorOf(writer, place)
  const options = texts.map((text) => ({ id: writer.newGuid(), text, by }))
  const sessionId = writer.newGuid()
  const payload = encodePoll({ title, by, options, sessionId })
  const root = placeBalloon(writer, { ...place, bundleId: apps.polls, payload, text: '\ufffd' })
  return { ...root, root, options, title, by, sessionId }
}

type Change = Pick<Place, 'from' | 'atMs' | 'read'> & { poll: PollWritten }

/** Makes the root point at itself, as it does from its first change on. */
function markChanged(writer: Writer, { root }: PollWritten): void {
  const { rowid, guid } = findMessage(writer, root)
  writer.update('message', rowid, { associated_message_type: typeOfChangedRoot, associated_message_guid: guid })
}

function placeOn(
  writer: Writer,
  poll: PollWritten,
  row: { place: Place; payload: Buffer; type: number; target: Written },
): Written {
  markChanged(writer, poll)
  return placeBalloon(writer, {
    ...row.place,
    ...(poll.chatGuid !== undefined && { chat: poll.chatGuid }),
    bundleId: apps.polls,
    payload: row.payload,
    columns: { associated_message_guid: row.target.guid, associated_message_type: row.type },
  })
}

export function addPollOption(writer: Writer, { poll, text, ...place }: Change & { text: string }): PollWritten {
  const { title, by, sessionId, root } = poll
  const options = [...poll.options, { id: writer.newGuid(), text, by: authorOf(writer, place) }]
  const payload = encodePoll({ title, by, options, sessionId })
  const written = placeOn(writer, poll, { place, payload, type: typeOfUpdate, target: root })
  return { ...poll, ...written, options }
}

/** Writes the voter's whole choice, by the texts of the options. An empty choice withdraws the vote. */
export function vote(writer: Writer, { poll, choose, ...place }: Change & { choose: readonly string[] }): Written {
  const optionIds = poll.options.filter(({ text }) => choose.includes(text)).map(({ id }) => id)
  const payload = encodeVote({ by: authorOf(writer, place), optionIds, sessionId: poll.sessionId })
  return placeOn(writer, poll, { place, payload, type: typeOfVote, target: poll })
}
