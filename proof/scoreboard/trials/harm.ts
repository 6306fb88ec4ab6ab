/** Runs harmful plugins one after the other beside one that works, in a bridge's plugin host that is observed. */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { PluginCode } from '../../../src/plugins/test-host.ts'
import { testHost, until } from '../../../src/plugins/test-host.ts'
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

async function beside(harmful: PluginCode) {
  const host = await testHost({ plugins: { other: {}, probe: harmful } })
  try {
    await until(() => host.record('other')?.status === 'running')
    const before = process.memoryUsage.rss()
    const delay = monitorEventLoopDelay({ resolution: 5 })
    delay.enable()
    for (let n = 0; n < messages; n++) host.receive({ conversation: `dm:${n}` as never })
    await until(() => host.calls('other').length >= messages)
    // Waits as long as the watcher may take to end a plugin that does not respond.
    await new Promise((resolve) => setTimeout(resolve, watchedMs))
    delay.disable()
    return {
      delayMs: delay.percentile(99) / 1e6,
      grownMb: (process.memoryUsage.rss() - before) / 1024 / 1024,
      delivered: host.calls('other').length,
    }
  } finally {
    await host.stop()
  }
}

const watchedMs = 3_000
