/** Kills several programs again and again, in an order and at moments of chance. */
import { setTimeout as wait } from 'node:timers/promises'
import { pick } from '../../simulator/random.ts'

interface Killing {
  /** The kills of each program. */
  each: number
  random: () => number
  /** The milliseconds until the next kill; undefined where the program is killed while it still starts. */
  calmMs(): number | undefined
}

const longestMs = 300

/** `kills` kill a program and start it again. */
export async function killEach(
  kills: Readonly<Record<string, () => Promise<void>>>,
  { each, random, calmMs }: Killing,
): Promise<void> {
  const left = new Map(Object.entries(kills).map(([name, kill]) => [name, { kill, count: each }]))
  while (left.size > 0) {
    const name = pick(random, [...left.keys()])
    const one = left.get(name)
    if (one === undefined) continue
    if (--one.count === 0) left.delete(name)
    await wait(random() * longestMs)
    await one.kill()
    await wait(calmMs() ?? 0)
  }
}
