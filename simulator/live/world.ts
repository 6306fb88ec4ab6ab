/** The state of a live Mac between two moments: who talks, the recent messages, and what is scheduled. */
import type { Mac } from '../mac.ts'
import type { Self } from '../manifest.ts'
import type { Messages } from '../messages/open-messages.ts'
import type { Written } from '../messages/writer.ts'
import { type Random, wholeNumber } from '../random.ts'
import type { MacosVersion } from '../schema/macos-version.ts'
import { type Circle, circlesOf, type Friend } from './company.ts'
import type { LiveEvent } from './live-event.ts'

export interface Said {
  readonly written: Written
  readonly circle: Circle
  readonly friend: Friend
  readonly text: string
}

export interface World {
  readonly home: string
  readonly self: Self
  readonly macos: MacosVersion
  readonly random: Random
  readonly circles: readonly Circle[]
  /** Recent messages of friends, newest last. */
  readonly recent: Said[]
  /** Probability that a friend's phone is off. */
  readonly outOfReach: number
  messages(): Messages
  tell(event: LiveEvent): void
  /** Schedules work at a random time within the range from now, in milliseconds. */
  later(range: readonly [fromMs: number, toMs: number], work: () => void): void
  /** Runs the work that is due. */
  catchUp(nowMs: number): void
}

const REMEMBERED = 30

export interface WorldOptions {
  readonly mac: Mac
  readonly messages: () => Messages
  readonly random: Random
  readonly onEvent: (event: LiveEvent) => void
  readonly now: () => number
  readonly outOfReach: number
}

export function worldOn({ mac, messages, random, onEvent, now, outOfReach }: WorldOptions): World {
  let agenda: { dueMs: number; work: () => void }[] = []
  return {
    home: mac.home,
    self: mac.self,
    macos: mac.macos,
    outOfReach,
    random,
    circles: circlesOf(mac),
    recent: [],
    messages,
    tell: onEvent,
    later([fromMs, toMs], work) {
      agenda.push({ dueMs: now() + wholeNumber(random, fromMs, toMs), work })
    },
    catchUp(nowMs) {
      const due = agenda.filter(({ dueMs }) => dueMs <= nowMs)
      agenda = agenda.filter(({ dueMs }) => dueMs > nowMs)
      for (const { work } of due) work()
    },
  }
}

export function remember(world: World, said: Said): void {
  world.recent.push(said)
  if (world.recent.length > REMEMBERED) world.recent.shift()
}
