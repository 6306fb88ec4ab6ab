/**
 * Decodes polls of macOS 26: the question with its options, and the votes, both stored as JSON within the balloon's
 * URL.
 */
import { Buffer } from 'node:buffer'
import { decodeAppBalloon } from './app-balloon.ts'
import { type Decoded, damage, decoding } from './decoded.ts'

export type PollState = Poll | PollVotes

/** The poll itself, or its newest state after an option was added. */
interface Poll {
  kind: 'poll'
  /** The question; null where it is a separate message. */
  title: string | null
  /** The handle of the creator. */
  creator: string | null
  /** The options in the displayed order. */
  options: PollOption[]
}

interface PollOption {
  id: string
  text: string
  creator: string | null
}

/** All options that one person has chosen; they replace the person's earlier choices. */
interface PollVotes {
  kind: 'votes'
  votes: { optionId: string; voter: string | null }[]
}

/** Decodes `payload_data` of a poll's balloon. */
export function decodePoll(bytes: Uint8Array): Decoded<PollState> {
  return decoding(() => {
    const balloon = decodeAppBalloon(bytes)
    if (!balloon.ok) return damage(balloon.reason)
    return toPollState(fieldsOf(jsonIn(balloon.value.url ?? '')).item)
  })
}

function toPollState(item: unknown): PollState {
  const { votes, orderedPollOptions, title, creatorHandle } = fieldsOf(item)
  if (Array.isArray(votes)) return { kind: 'votes', votes: votes.flatMap(toVote) }
  if (!Array.isArray(orderedPollOptions)) return damage('neither a poll nor votes')
  return {
    kind: 'poll',
    title: text(title),
    creator: text(creatorHandle),
    options: orderedPollOptions.flatMap(toOption),
  }
}

function toOption(value: unknown): PollOption[] {
  const { optionIdentifier, text: label, creatorHandle } = fieldsOf(value)
  const id = text(optionIdentifier)
  return id === null ? [] : [{ id, text: text(label) ?? '', creator: text(creatorHandle) }]
}

function toVote(value: unknown): PollVotes['votes'] {
  const { voteOptionIdentifier, participantHandle } = fieldsOf(value)
  const optionId = text(voteOptionIdentifier)
  return optionId === null ? [] : [{ optionId, voter: text(participantHandle) }]
}

/** Matches `data:,<base64>?src=p&c=4`. */
const dataUrl = /^data:[^,]*,([^?]*)/

function jsonIn(url: string): unknown {
  const [, base64] = dataUrl.exec(url) ?? damage('a poll without data')
  try {
    return JSON.parse(Buffer.from(decodeURIComponent(base64 ?? ''), 'base64').toString('utf8'))
  } catch {
    return damage('a poll whose data is not JSON')
  }
}

const fieldsOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}

const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)
