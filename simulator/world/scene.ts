// A conversation in progress: its chat, its participants, and its recent messages.

import type { Written } from '../messages/writer.ts'
import type { Random } from '../random.ts'
import type { Conversation } from './conversation.ts'
import { english } from './languages/english.ts'
import type { Language } from './languages/language.ts'

export interface Said extends Written {
  text: string
  fromMe: boolean
  /** The author; undefined means me. */
  from: string | undefined
  atMs: number
}

export interface Scene {
  conversation: Conversation
  chat: string
  service: 'iMessage' | 'SMS' | 'RCS'
  /** The others' addresses, in the order of the conversation's people. */
  addresses: readonly string[]
  /** The last few ordinary messages, newest last. */
  recent: Said[]
  /** 0 if nobody ever read the chat. */
  readUpToMs: number
}

const remembered = 6

export function remember(scene: Scene, said: Said): void {
  scene.recent.push(said)
  if (scene.recent.length > remembered) scene.recent.shift()
}

export interface Speaker {
  /** The speaker's address; undefined means me. */
  address: string | undefined
  language: Language
}

export function nextSpeaker(scene: Scene, random: Random): Speaker {
  const { people, kind } = scene.conversation
  const language = people[0]?.language ?? english
  const mine = kind === 'spam' || kind === 'business' ? 0.03 : kind === 'group' ? 0.3 : 0.46
  if (kind === 'self' || random() < mine) return { address: undefined, language }
  const index = Math.floor(random() * scene.addresses.length)
  return { address: scene.addresses[index], language: people[index]?.language ?? language }
}
