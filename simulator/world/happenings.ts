// What can happen in a conversation, and how often: mostly words, sometimes a picture, now and then something rare.

import type { Messages } from '../messages/open-messages.ts'
import { chance, type Random } from '../random.ts'
import { file } from './files.ts'
import { nextSpeaker, remember, type Scene } from './scene.ts'
import { smallTalk } from './small-talk.ts'

export interface Moment {
  messages: Messages
  random: Random
  scene: Scene
  atMs: number
  /** how many rows may still be written */
  left: number
}

/** Returns how many rows it wrote. */
export function happen(moment: Moment): number {
  const { messages, random, scene, atMs } = moment
  const { address, language } = nextSpeaker(scene, random)
  const text = smallTalk(language, random)
  const files = chance(random, 0.05) ? [file(random)] : []
  const content = { chat: scene.chat, service: scene.service, text, files, atMs }
  const written =
    address === undefined
      ? messages.send({ ...content, state: 'delivered' })
      : messages.receive({ ...content, from: address, read: true })
  remember(scene, { ...written, text, fromMe: address === undefined, atMs })
  return 1
}
