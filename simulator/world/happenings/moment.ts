// One moment of a conversation: who speaks, what there is to say, and what was said just now.

import type { Written } from '../../messages/writer.ts'
import type { Population } from '../population.ts'
import { remember, type Said, type Scene, type Speaker } from '../scene.ts'

export interface Happening extends Population {
  scene: Scene
  atMs: number
  /** how many rows may still be written */
  left: number
  /** what has never happened yet, and fits */
  onceEach: Event
}

export interface Moment extends Happening {
  speaker: Speaker
}

/** What may happen: returns how many rows it wrote, or undefined when the moment does not fit. */
export type Event = (moment: Moment) => number | undefined

/** What came in is read, but for the latest. */
export const isRead = ({ atMs, scene }: Moment): boolean => atMs <= scene.readUpToMs

export function said(moment: Moment, written: Written, text: string): number {
  const { scene, speaker, atMs } = moment
  remember(scene, { ...written, text, fromMe: speaker.address === undefined, from: speaker.address, atMs })
  return 1
}

export const lastSaid = ({ scene }: Moment, matches: (said: Said) => boolean = () => true): Said | undefined =>
  scene.recent.findLast(matches)

/** What an operation needs to know about place and time. */
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
