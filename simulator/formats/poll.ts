// Encodes polls of macOS 26: JSON inside a data URL inside the payload of an app balloon.

import { encodeAppMessage } from './app-message.ts'

export interface PollOption {
  id: string
  text: string
  /** The handle of the person who added it. */
  by: string
}

export interface Poll {
  title?: string
  by: string
  options: readonly PollOption[]
  sessionId: string
}

const dataUrl = (content: unknown, query = ''): string =>
  `data:,${Buffer.from(JSON.stringify(content)).toString('base64')}${query}`

export function encodePoll({ title = '', by, options, sessionId }: Poll): Buffer {
  const orderedPollOptions = options.map((option) => ({
    optionIdentifier: option.id,
    text: option.text,
    attributedText: option.text,
    creatorHandle: option.by,
    canBeEdited: false,
  }))
  const content = { version: 1, item: { title, creatorHandle: by, orderedPollOptions } }
  const url = dataUrl(content, `?src=p&c=${options.length}`)
  return encodeAppMessage({ appName: 'Polls', summary: title || 'Poll', url, sessionId })
}

/** Encodes the complete choice of one voter. */
export function encodeVote(vote: { by: string; optionIds: readonly string[]; sessionId: string }): Buffer {
  const votes = vote.optionIds.map((id) => ({ participantHandle: vote.by, voteOptionIdentifier: id }))
  const url = dataUrl({ version: 1, item: { votes } })
  return encodeAppMessage({ appName: 'Polls', url, sessionId: vote.sessionId })
}
