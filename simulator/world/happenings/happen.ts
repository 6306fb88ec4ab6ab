// Chooses which of all possible events happens now in a conversation.

import { pickWeighted } from '../../random.ts'
import { nextSpeaker } from '../scene.ts'
import { changeChat, changeGroup, holdPoll, useApp } from './company.ts'
import { sendFiles, sendSticker, sendVoice, shareEmojiImage, shareLink } from './media.ts'
import type { Event, Happening } from './moment.ts'
import { react } from './reactions.ts'
import { change, takeBack } from './second-thoughts.ts'
import { machineText, mention, note, orphan, replyInThread, say, sayInStyle, sayWithEffect } from './words.ts'

/** Weights in thousandths, as on a Mac in use. */
const among: ReadonlyArray<readonly [Event, number]> = [
  [say, 640],
  [react, 165],
  [sendFiles, 50],
  [replyInThread, 35],
  [shareLink, 22],
  [orphan, 22],
  [change, 14],
  [mention, 12],
  [changeGroup, 9],
  [sendVoice, 6],
  [takeBack, 5],
  [sayInStyle, 5],
  [sayWithEffect, 5],
  [useApp, 4],
  [sendSticker, 3],
  [shareEmojiImage, 2],
  [changeChat, 2],
  [holdPoll, 2],
]

/** Returns how many rows were written, which is always at least one. */
export function happen(happening: Happening): number {
  const { scene, random } = happening
  const moment = { ...happening, speaker: nextSpeaker(scene, random) }
  const { kind } = scene.conversation
  const rows = happening.onceEach(moment)
  if (rows) return rows
  if (kind === 'self') return note(moment) ?? 0
  if (kind === 'business') return machineText(moment) ?? 0
  return pickWeighted(random, among)(moment) || (say(moment) ?? 0)
}
