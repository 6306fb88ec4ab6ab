// Lets a world's people write to each other through Messages, message by message, up to now.

import { castOf } from './cast.ts'
import { happen } from './happenings/happen.ts'
import { onceEach } from './happenings/once.ts'
import { lastDeedsOf, reservedRows } from './last-deeds.ts'
import type { Population } from './population.ts'
import type { Scene } from './scene.ts'
import { drawing, openMore, openScene } from './scenes.ts'
import { timeline } from './timeline.ts'

const rowsPerCommit = 20_000

/** The rows of one moment span some seconds, and none of them may be dated after the world was made. */
const lastSceneMs = 60_000

export function populate(population: Population): void {
  const { messages, random, people, chats } = population
  const scenes = castOf(random, people, chats).map((conversation) => openScene(conversation, population))
  openMore(scenes, population)
  const count = population.count - reservedRows(scenes, population)
  const next = talk(scenes, { ...population, count })
  for (let written = 0; written < count; ) {
    const upTo = Math.min(written + rowsPerCommit, count)
    messages.transaction(() => {
      while (written < upTo) written += next(count - written)
    })
  }
  population.lastDeeds.push(...lastDeedsOf(scenes, population))
}

/** Returns a function that plays one moment per call and returns the number of rows written. */
function talk(scenes: readonly Scene[], population: Population): (left: number) => number {
  const { random, count, nowMs } = population
  const draw = drawing(scenes)
  const moments = timeline(random, count, nowMs - lastSceneMs)
  const once = onceEach()
  let scene: Scene | undefined
  return (left) => {
    const { value: moment } = moments.next()
    if (!moment) throw new Error('the timeline ended early')
    if (moment.startsBurst || !scene) scene = draw(random, left)
    if (!scene) throw new Error('messages need at least one chat')
    return happen({ ...population, scene, atMs: moment.atMs, left, onceEach: once })
  }
}
