/** Starts many bridges at once, of which one may relay, and measures how soon another can after a kill −9. */
import { temporaryMac } from '../../../simulator/temporary-mac.ts'
import { exitCodes } from '../../../src/contract/errors.ts'
import { tryLock } from '../../../src/store/file-lock.ts'
import { configure, dirOf } from '../../../test/harness/bridge-process.ts'
import { until } from '../../../test/harness/until.ts'
import { bridgeOver } from '../../world.ts'
import type { Outcome } from '../row.ts'

const rounds = 50
const starters = 20
const mostTakeoverMs = 100
const patienceMs = 120_000

export async function manyStarters(): Promise<Outcome> {
  using mac = temporaryMac()
  const { home } = mac
  configure(home, {})
  let unique = 0
  let slowestMs = 0
  for (let round = 0; round < rounds; round++) {
    const all = Array.from({ length: starters }, () => bridgeOver(home))
    const ended = () => all.filter(({ child }) => child.exitCode !== null)
    const describe = () => `all but one to end; ${ended().length} did`
    await until(() => ended().length >= starters - 1, { withinMs: patienceMs, describe })
    const winners = all.filter(({ child }) => child.exitCode === null)
    const gaveWay = ended().filter(({ child }) => child.exitCode === exitCodes.alreadyRunning)
    unique += Number(winners.length === 1 && gaveWay.length === starters - 1)
    for (const winner of winners) await winner.kill()
    slowestMs = Math.max(slowestMs, await freeWithinMs(dirOf(home).lockFile))
  }
  return {
    figure: `one winner in ${unique} of ${rounds} rounds of ${starters}; the lock was free ${slowestMs.toFixed(0)} ms after a kill at the latest`,
    reached: unique === rounds && slowestMs <= mostTakeoverMs,
  }
}

async function freeWithinMs(lockFile: string): Promise<number> {
  const beganMs = performance.now()
  const lock = tryLock(lockFile, mostTakeoverMs * 100)
  const tookMs = performance.now() - beganMs
  lock?.release()
  return lock === undefined ? Number.POSITIVE_INFINITY : tookMs
}
