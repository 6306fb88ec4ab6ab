// The events that happen at least once in every world, however rare they are, so that each of them can be seen and
// tested.

import { chance } from '../../random.ts'
import { eachApp, eachChatEvent, eachGroupEvent, holdPoll } from './company.ts'
import { eachFile, eachLink, sendSticker, sendVoice, shareEmojiImage } from './media.ts'
import type { Event, Moment } from './moment.ts'
import * as own from './own-states.ts'
import { eachTapback, reactToBalloon, reactToParts } from './reactions.ts'
import { eachDeletion, eachEdit, eachUnsend } from './second-thoughts.ts'
import { byMe, byThem } from './who.ts'
import { eachNote, eachSaying, mention, orphan, replyInThread, sayInStyle } from './words.ts'

/** Events that seldom fit come first. */
const inTalk: readonly Event[] = [
  holdPoll,
  ...eachGroupEvent,
  mention,
  ...eachDeletion,
  ...eachEdit,
  ...eachUnsend,
  ...eachTapback,
  reactToParts,
  reactToBalloon,
  ...eachLink,
  ...eachApp,
  ...eachChatEvent,
  byMe(sendVoice),
  byThem(sendVoice),
  sendSticker,
  shareEmojiImage,
  replyInThread,
  sayInStyle,
  own.goOutAsText,
  own.arriveQuietly,
  own.notifyAnyway,
  own.failToReach,
  own.failToUpload,
  ...eachSaying,
  ...eachFile,
  byThem(orphan),
]

/** Events that leave a message in progress, so they happen near the end. */
const lately: readonly Event[] = [own.sendLater, own.sendLater, own.waitForNetwork]
const lateRows = 40

const isTalk = ({ scene }: Moment): boolean => ['direct', 'group'].includes(scene.conversation.kind)

/** Runs the remaining events as they fit, more eagerly as fewer rows are left. */
export function onceEach(): Event {
  const left = { talk: [...inTalk], self: [...eachNote], lately: [...lately] }
  const take = (queue: Event[], moment: Moment): number | undefined => {
    if (queue.length === 0 || !chance(moment.random, (eagerness * queue.length) / moment.left)) return undefined
    for (const [index, event] of queue.entries()) {
      const rows = event(moment)
      if (rows === undefined) continue
      queue.splice(index, 1)
      return rows
    }
    return undefined
  }
  return (moment) => {
    if (moment.scene.conversation.kind === 'self')
      return take(left.self, { ...moment, left: Math.min(moment.left, 20) })
    if (!isTalk(moment)) return undefined
    return (moment.left <= lateRows && take(left.lately, moment)) || take(left.talk, moment)
  }
}

const eagerness = 6
