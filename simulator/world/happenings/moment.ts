// One moment of a conversation: the speaker, the available rows, and the recent messages.

import type { Written } from '../../messages/writer.ts'
import type { Population } from '../population.ts'
import { remember, type Said, type Scene, type Speaker } from '../scene.ts'

export interface Happening extends Population {
  scene: Scene
  atMs: number
  /** The number of rows that may still be written. */
  left: number
  /** Runs an event that has not happened yet, if one fits. */
  onceEach: Event
}

export interface Moment extends Happening {
  speaker: Speaker
}

/** An event: returns how many rows it wrote, or undefined if it does not fit the moment. */
export type Event = (moment: Moment) => number | undefined

/** Whether a message that came in at this moment has been read. Only the latest ones are unread. */
export const isRead = ({ atMs, scene }: Moment): boolean => atMs <= scene.readUpToMs

export function said(moment: Moment, written: Written, text: string): number {
  const { scene, speaker, atMs } = moment
  remember(scene, { ...written, text, fromMe: speaker.address === undefined, from: speaker.address, atMs })
  return 1
}

export const lastSaid = ({ scene }: Moment, matches: (said: Said) => boolean = () => true): Said | undefined =>
  scene.recent.findLast(matches)

/** Returns the chat, time and sender that an operation needs. */
export const place = (moment: Moment) => {
  const { scene, speaker, atMs } = moment
  return {
    chat: scene.chat,
    atMs,
    ...(speaker.address !== undefined && { from: speaker.address, read: isRead(moment) }),
  }
}

export const byWhom = ({ scene, speaker, atMs }: Moment) => ({
  chat: scene.chat,
  atMs,
  ...(speaker.address !== undefined && { by: speaker.address }),
})

export const isOnline = ({ scene }: Moment): boolean => scene.service === 'iMessage'
