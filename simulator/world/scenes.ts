// Opens the chats of a world's conversations, and chooses the chat for the next messages.

import type { ChatSettings } from '../messages/chats.ts'
import { chance, pick, pickWeighted, type Random } from '../random.ts'
import type { Conversation } from './conversation.ts'
import { addressOf, type Person } from './people.ts'
import type { Population } from './population.ts'
import type { Scene } from './scene.ts'

const dayMs = 86_400_000

/** Spam is never read. Most of the rest is read up to now. */
function readUpToMs({ kind, isUnread }: Conversation, { random, nowMs }: Population): number {
  if (kind === 'spam') return 0
  if (isUnread) return nowMs - dayMs
  return chance(random, 0.65) ? nowMs : nowMs - Math.floor(random() * 2 * dayMs)
}

function filterCategory(kind: Conversation['kind'], random: Random): number {
  if (kind === 'business') return pick(random, [0, 0, 4, 36])
  if (kind !== 'spam') return 0
  return pickWeighted(random, [
    [1, 6],
    [2, 3],
    [52, 1],
  ])
}

interface Opening {
  conversation: Conversation
  population: Population
  settings: ChatSettings
}

function openGroup({ conversation, population: { messages, random }, settings }: Opening) {
  const addresses = [...new Set(conversation.people.map((person) => addressOf(person, random)))]
  const service = conversation.service ?? (chance(random, 0.88) ? 'iMessage' : pick(random, ['SMS', 'RCS'] as const))
  const { groupName: name } = conversation
  const group = { members: addresses, service, ...(name !== undefined && { name }), ...settings }
  return { chat: messages.createGroup(group).guid, service, addresses }
}

function addressIn({ shortCode, address, people, kind, fate }: Conversation, { random, self }: Population): string {
  const [person] = people
  if (kind === 'self') return fate === 'empty' ? self.email : self.phone
  return shortCode ?? address ?? (person ? addressOf(person, random) : self.phone)
}

function openDirect({ conversation, population, settings }: Opening) {
  const { messages, random } = population
  const { kind, people, service: wanted } = conversation
  const address = addressIn(conversation, population)
  const service = wanted ?? (kind === 'business' ? 'SMS' : (people[0]?.service ?? 'iMessage'))
  const filtered = filterCategory(kind, random)
  const blackholed = kind === 'spam' && chance(random, 0.1)
  const chat = messages.directChat({ with: address, service, filtered, blackholed, ...settings })
  return { chat: chat.guid, service, addresses: [address] }
}

export function openScene(conversation: Conversation, population: Population): Scene {
  const readMs = readUpToMs(conversation, population)
  const settings = { ...(readMs > 0 && { readUpToMs: readMs }), ...conversation.settings }
  const open = conversation.kind === 'group' ? openGroup : openDirect
  return { conversation, recent: [], readUpToMs: readMs, ...open({ conversation, population, settings }) }
}

/**
 * Adds people without a conversation until the number of chats is reached, since on macOS 26 several conversations can
 * be one chat.
 */
export function openMore(scenes: Scene[], population: Population): void {
  const { chats, people } = population
  const guids = new Set(scenes.map(({ chat }) => chat))
  const others: Person[] = people.slice(chats)
  while (guids.size < chats) {
    const person = others.pop()
    if (person === undefined) return
    const address = person.phones[0] ?? ''
    const scene = openScene({ kind: 'direct', people: [person], weight: 1 / chats, address }, population)
    guids.add(scene.chat)
    scenes.push(scene)
  }
}

export type Draw = (random: Random, messagesLeft: number) => Scene | undefined

const messagesPerBurst = 7.5

/** Draws a scene by weight, in logarithmic time, but gives everybody a turn. */
export function drawing(all: readonly Scene[]): Draw {
  const scenes = all.filter(({ conversation }) => conversation.fate !== 'empty')
  const silent = new Set(scenes)
  const byWeight = weighted(scenes)
  return (random, messagesLeft) => {
    const isTurn = silent.size > 0 && chance(random, (2 * messagesPerBurst * silent.size) / messagesLeft)
    const scene = isTurn ? pick(random, [...silent]) : byWeight(random)
    if (scene) silent.delete(scene)
    return scene
  }
}

function weighted(scenes: readonly Scene[]): (random: Random) => Scene | undefined {
  let sum = 0
  const sums = scenes.map(({ conversation }) => {
    sum += conversation.weight
    return sum
  })
  return (random) => {
    const wanted = random() * sum
    let low = 0
    let high = sums.length - 1
    while (low < high) {
      const middle = (low + high) >> 1
      if ((sums[middle] ?? 0) < wanted) low = middle + 1
      else high = middle
    }
    return scenes[low]
  }
}
