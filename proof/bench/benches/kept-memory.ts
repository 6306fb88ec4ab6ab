/**
 * Measures whether the bridge keeps anything of messages that are over: what its heap holds after a collection of
 * garbage, from when it has as many messages as it remembers until it has had half as many again.
 */
import { mkdtempDisposableSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { until } from '../../../test/harness/until.ts'
import { keptFile } from '../../soak/kept.ts'
import { burst } from '../burst.ts'
import type { Figure } from '../figure.ts'
import { measuredRelay, type SimulatedHome } from '../simulated-relay.ts'

/** The bridge remembers of 20,000 messages how they looked, to notice changes. */
const remembered = 24_000
const more = 12_000
/** Two collections. */
const collectedMs = 9_000

export async function keptMemory(home: SimulatedHome): Promise<Figure[]> {
  using kept = mkdtempDisposableSync(join(tmpdir(), 'kept-'))
  process.env.SOAK_KEPT = kept.path
  process.env.NODE_OPTIONS = `--import ${new URL('../../soak/hastened.ts', import.meta.url).href}`
  await using relay = await measuredRelay(home)
  const { delivered } = relay.receiver
  const keptMb = async (messages: number): Promise<number> => {
    const wanted = delivered.length + messages
    burst(home.mac, messages)
    await until(() => delivered.length >= wanted, { withinMs: 180_000 })
    await wait(collectedMs)
    return Number(readFileSync(keptFile(kept.path, relay.bridge.pid), 'utf8')) / 1e6
  }
  const before = await keptMb(remembered)
  const after = await keptMb(more)
  const work = `bridge: growth of what is left after a collection, over ${more.toLocaleString('en')} messages`
  return [{ work, measured: after - before, unit: 'MB', target: 0.2 }]
}
