/** Runs harmful plugins one after the other beside one that works, in the installed bridge, which is observed. */
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { temporaryMac } from '../../../simulator/temporary-mac.ts'
import { until } from '../../../test/harness/until.ts'
import { type PluginCode, PluginRelay, pluginSource } from '../../plugin-relay.ts'
import { residentMb } from '../../process-figures.ts'
import type { Outcome } from '../row.ts'

const mostDelayMs = 50
const mostGrowthMb = 20
const messages = 20

const rawFrame = `const raw = (body) => writeSync(3, body)
const frame = (value) => { const body = Buffer.from(JSON.stringify(value)); const head = Buffer.alloc(4)
  head.writeUInt32BE(body.length); return Buffer.concat([head, body]) }`
const withPipe = `import { writeSync } from 'node:fs'\n${rawFrame}`

const harms: Readonly<Record<string, PluginCode>> = {
  'never ends to start': { start: 'for (;;);' },
  'never ends with a message': { onInbound: 'for (;;);' },
  'never answers': { onInbound: 'await new Promise(() => {})' },
  'lets microtasks spin': { onInbound: 'const spin = () => Promise.resolve().then(spin); await spin()' },
  'fills its heap': { onInbound: 'const all = []; for (;;) all.push(new Array(1e5).fill(Math.random()))' },
  'fills memory beside its heap': { onInbound: 'const all = []; for (;;) all.push(Buffer.alloc(1e7, 1))' },
  'floods with frames': { start: `for (let n = 0; n < 50_000; n++) ctx.mirror('flood', { n })` },
  'floods with lines': { start: `for (let n = 0; n < 50_000; n++) console.log('x'.repeat(3_000))` },
  'sends a giant frame': {
    top: withPipe,
    start: `raw(frame({ type: 'log', level: 'info', msg: 'x'.repeat(300_000) }))`,
  },
  'lets a frame drip': {
    top: withPipe,
    start: `const bytes = frame({ type: 'log', level: 'info', msg: 'x'.repeat(100_000) })
      for (let at = 0; at < bytes.length; at++) raw(bytes.subarray(at, at + 1))`,
  },
  'dies at every start': { start: 'process.abort()' },
  'throws without end': { start: `setInterval(() => { throw new Error('x'.repeat(1e6)) }, 1)` },
}

export async function harmfulPlugins(): Promise<Outcome> {
  const worst = { delayMs: 0, grownMb: 0, undelivered: 0 }
  for (const [harm, harmful] of Object.entries(harms)) {
    const { delayMs, grownMb, delivered } = await beside(harmful)
    process.stderr.write(`    ${harm}: delay ${delayMs.toFixed(0)} ms, ${grownMb.toFixed(0)} MB\n`)
    worst.delayMs = Math.max(worst.delayMs, delayMs)
    worst.grownMb = Math.max(worst.grownMb, grownMb)
    worst.undelivered += messages - delivered
  }
  return {
    figure: `${Object.keys(harms).length} kinds of harm: delay of the bridge’s loop at most ${worst.delayMs.toFixed(0)} ms, ${worst.grownMb.toFixed(0)} MB more, ${worst.undelivered} messages kept from the other`,
    reached: worst.delayMs < mostDelayMs && worst.grownMb < mostGrowthMb && worst.undelivered === 0,
  }
}

/** The other plugin has had as many messages before, so that what grows is not what is used for the first time. */
async function beside(harmful: PluginCode) {
  using mac = temporaryMac()
  const file = join(mac.home, 'loop-delay')
  const observed = [`NODE_OPTIONS=--import ${new URL('loop-delay.ts', import.meta.url)}`, `LOOP_DELAY=${file}`]
  await using relay = await PluginRelay.start({
    home: mac.home,
    enabled: ['other'],
    through: ['env', ...observed],
    plugins: { other: pluginSource('other', {}), probe: pluginSource('probe', harmful) },
  })
  const { pid } = relay.bridge
  const loopDelayMs = async () => {
    rmSync(file, { force: true })
    process.kill(pid, 'SIGUSR2')
    await until(() => existsSync(file), { describe: () => 'the bridge to tell its delay' })
    return Number(readFileSync(file, 'utf8'))
  }
  const delivered = async (count: number) => {
    const wanted = relay.acknowledged('other') + count
    for (let n = 0; n < count; n++)
      mac.messages.receive({ from: `+1202555${1_000 + n}`, text: `Message ${wanted} ${n}` })
    await until(() => relay.acknowledged('other') >= wanted).catch(() => undefined)
    return count - Math.max(0, wanted - relay.acknowledged('other'))
  }
  await delivered(messages)
  const beforeMb = residentMb(pid)
  await loopDelayMs()
  relay.enable(['other', 'probe'])
  await until(() => relay.statusOf('probe') !== undefined, { describe: () => 'the harmful plugin to be started' })
  const arrived = await delivered(messages)
  // Waits as long as the watcher may take to end a plugin that does not respond.
  await wait(watchedMs)
  return { delayMs: await loopDelayMs(), grownMb: residentMb(pid) - beforeMb, delivered: arrived }
}

const watchedMs = 3_000
