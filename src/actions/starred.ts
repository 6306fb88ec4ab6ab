/** Implements GET /api/v1/starred, and PUT and DELETE /api/v1/messages/{rowid}/star. */
import { timestamp } from '../base/timestamp.ts'
import { mostStarred } from '../contract/limits.ts'
import type { StarredMessage } from '../contract/starred.ts'
import { placedInAnswer } from '../domain/placed-in-answer.ts'
import { ServiceError } from '../domain/service-error.ts'
import type { PlacedMessage } from '../mac/history/placed.ts'
import type { Star } from '../store/archive-and-stars.ts'
import type { Action } from './action.ts'
import { noConversation } from './found-conversation.ts'
import { placedMessage } from './placed-message.ts'
import type { Services } from './services.ts'

export const starMessage: Action<'star_message'> = ({ rowid }, { history, archiveAndStars, announce, nowMs }) => {
  const placed = placedMessage(rowid, history)
  const { guid, kind, unsent, starred } = placed.message
  if (kind === 'system' || unsent)
    throw new ServiceError('message_not_found', 'This message has no content to star.', { rowid })
  if (!starred && archiveAndStars.countStars() >= mostStarred)
    throw new ServiceError('invalid_request', `${mostStarred} messages are starred already. Remove a star first.`, {
      path: 'rowid',
      reason: `Expected at most ${mostStarred} starred messages`,
    })
  const star = archiveAndStars.star(guid, nowMs())
  if (!starred) announce({ type: 'message_starred', chat_guid: placed.conversation_guid, rowid, starred: true })
  return shown(star, { ...placed, message: { ...placed.message, starred: true } })
}

export const unstarMessage: Action<'unstar_message'> = ({ rowid }, { history, archiveAndStars, announce }) => {
  const { conversation_guid, message } = placedMessage(rowid, history)
  if (archiveAndStars.unstar(message.guid))
    announce({ type: 'message_starred', chat_guid: conversation_guid, rowid, starred: false })
}

export const listStarred: Action<'list_starred'> = ({ conversation: guid, limit, cursor }, services) => {
  const conversation = guid === undefined ? undefined : services.history.conversationKey(guid)
  if (guid !== undefined && conversation === undefined) throw noConversation()
  const found: [Star, PlacedMessage][] = []
  const before = cursor === undefined ? undefined : Number(cursor)
  // Most stars may be in other conversations than the one asked for.
  const batch = conversation === undefined ? limit + 1 : largestBatch
  for (const [star, placed] of starredMessages(services, { before, batch }))
    if (conversation === undefined || placed.conversation === conversation) {
      // One more than asked for tells that there is a next page.
      if (found.push([star, placed]) > limit) break
    }
  const page = found.slice(0, limit)
  return {
    starred: page.map(([star, placed]) => shown(star, placed)),
    cursor: found.length > limit ? String(page.at(-1)?.[0].id) : null,
  }
}

const largestBatch = 200

/** Passes on the starred messages that are still shown with their content. */
function* starredMessages(
  { history, archiveAndStars }: Pick<Services, 'history' | 'archiveAndStars'>,
  from: { before: number | undefined; batch: number },
): Generator<[Star, PlacedMessage]> {
  const { batch } = from
  let { before } = from
  for (;;) {
    const stars = archiveAndStars.stars({ before, limit: batch })
    const rowids = history.rowidsOf(stars.map(({ guid }) => guid))
    const placed = new Map(history.placed([...rowids.values()]).map((it) => [it.message.guid, it]))
    for (const star of stars) {
      const it = placed.get(star.guid)
      if (it?.message.starred) yield [star, it]
    }
    before = stars.at(-1)?.id
    if (stars.length < batch) return
  }
}

const shown = ({ starredAtMs }: Star, placed: PlacedMessage): StarredMessage => ({
  starred_at: timestamp(starredAtMs),
  ...placedInAnswer(placed),
})
