/**
 * Measures the cost of plugins: ten at rest, a message through all of them, two that misbehave beside nine, and one
 * under a flood.
 */
import { rmSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { dirOf } from '../../../test/harness/bridge-process.ts'
import { until } from '../../../test/harness/until.ts'
import { PluginRelay, pluginSource } from '../../plugin-relay.ts'
import {
  descendantsOf,
  privateMb,
  processorSeconds,
  proportionalMb,
  residentMb,
  writtenMb,
} from '../../process-figures.ts'
import { median, percentile } from '../../statistics.ts'
import type { Figure } from '../figure.ts'
import { barePlugins } from '../floors/bare-plugins.ts'
import { bareRelay } from '../floors/bare-relay.ts'
import { sameRows } from '../floors/same-rows.ts'
import type { SimulatedHome } from '../simulated-relay.ts'

const crowd = 10
const samples = 300
const flood = 10_000
const floodOfCrowd = 2_000
const restMs = 2_000

const nothing = ''
const forEver = 'await new Promise(() => {})'
const always = "throw new Error('No')"

export async function pluginLoad(simulated: SimulatedHome): Promise<Figure[]> {
  return [...(await tenPlugins(simulated)), ...(await twoBad(simulated)), ...(await throughOne(simulated))]
}

async function tenPlugins(simulated: SimulatedHome): Promise<Figure[]> {
  const plugins = Array(crowd).fill(nothing)
  // The first start compiles our own code around each plugin, which later ones find.
  await (await relayTo(simulated, plugins))[Symbol.asyncDispose]()
  const startMs = performance.now()
  await using relay = await relayTo(simulated, plugins, { isFirst: false })
  const startedMs = performance.now() - startMs
  await wait(restMs)
  const memory = descendantsOf(relay.bridge.pid)
  const [pss, largest] = [sum(memory.map(proportionalMb)), Math.max(...memory.map(privateMb))]
  const seconds = () => sum([relay.bridge.pid, ...memory].map(processorSeconds))
  const before = seconds()
  const latencies = await latenciesOf(relay, simulated, crowd)
  const perMessageMs = ((seconds() - before) * 1000) / samples
  const flooded = await flooding(relay, simulated, { messages: floodOfCrowd, plugins: crowd })
  const floor = await bareRelay(simulated.home, floodOfCrowd, crowd)
  const floorIs = `bare Node, SQLite and ${crowd} children`
  const bare = await barePlugins(crowd)
  const bareIs = `${crowd} bare Node processes in the same sandbox`
  return [
    {
      work: 'start → ten bare plugins run',
      measured: startedMs,
      unit: 'ms',
      target: 1_000,
      floor: { what: bareIs, measured: bare.startedMs },
    },
    {
      work: 'ten bare plugins: memory of all their processes (PSS)',
      measured: pss,
      unit: 'MB',
      target: 90,
      floor: { what: bareIs, measured: bare.proportionalMb },
    },
    { work: 'ten bare plugins: private memory of the largest process', measured: largest, unit: 'MB', target: 25 },
    { work: 'a message through ten plugins: processor time, all processes', measured: perMessageMs, unit: 'ms' },
    {
      work: 'a message through ten plugins: commit → last acknowledged, median',
      measured: median(latencies),
      unit: 'ms',
    },
    { work: 'the same, p95', measured: percentile(latencies, 0.95), unit: 'ms' },
    {
      work: `${floodOfCrowd} messages at once through ten plugins: processor time for each, all processes`,
      measured: flooded.processorUs,
      unit: 'µs',
      floor: { what: floorIs, measured: floor.processorUs },
    },
    {
      work: `${floodOfCrowd} messages at once through ten plugins: written to the disk for a thousand`,
      measured: flooded.writtenMb,
      unit: 'MB',
      floor: { what: floorIs, measured: floor.writtenMb },
    },
  ]
}

/** Compares with the same nine plugins without the two. */
async function twoBad(simulated: SimulatedHome): Promise<Figure[]> {
  const nine = Array(crowd - 1).fill(nothing)
  const measured = async (plugins: readonly string[]) => {
    await using relay = await relayTo(simulated, plugins)
    await wait(restMs)
    const before = residentMb(relay.bridge.pid)
    const latencies = await latenciesOf(relay, simulated, nine.length)
    return { p99: percentile(latencies, 0.99), growth: residentMb(relay.bridge.pid) - before }
  }
  const alone = await measured(nine)
  const beside = await measured([...nine, forEver, always])
  const what = 'the nine alone'
  const work = 'nine plugins beside one that hangs and one that fails'
  return [
    { work: `${work}: p99`, measured: beside.p99, unit: 'ms', floor: { what, measured: alone.p99 } },
    {
      work: `${work}: growth of the bridge’s memory`,
      measured: beside.growth,
      unit: 'MB',
      target: 20,
      floor: { what, measured: alone.growth },
    },
  ]
}

async function throughOne(simulated: SimulatedHome): Promise<Figure[]> {
  await using relay = await relayTo(simulated, [nothing])
  const alone = await oneByOne(relay, simulated)
  const { perSecond, processorUs, writtenMb } = await flooding(relay, simulated, { messages: flood, plugins: 1 })
  const journalUs = sameRows(simulated.home, flood)
  const floor = await bareRelay(simulated.home, flood)
  const what = 'bare Node, SQLite and child'
  const work = `${flood} messages through one plugin`
  return [
    ...alone,
    {
      work: `${work}, commit → acknowledged`,
      measured: perSecond,
      unit: '/s',
      target: 10_000,
      floor: { what, measured: floor.perSecond },
    },
    {
      work: `${work}: processor time for each, all processes`,
      measured: processorUs,
      unit: 'µs',
      floor: { what, measured: floor.processorUs },
    },
    {
      work: `${work}: processor time for each, of it what the rows take that the journal keeps of it`,
      measured: journalUs,
      unit: 'µs',
    },
    {
      work: `${work}: written to the disk for a thousand`,
      measured: writtenMb,
      unit: 'MB',
      floor: { what, measured: floor.writtenMb },
    },
  ]
}

/** The cost of each of several messages that come one after the other, as they do when people write. */
async function oneByOne(relay: PluginRelay, simulated: SimulatedHome): Promise<Figure[]> {
  const pids = [relay.bridge.pid, ...descendantsOf(relay.bridge.pid)]
  const [secondsBefore, writtenBefore] = [sum(pids.map(processorSeconds)), sum(pids.map(writtenMb))]
  await latenciesOf(relay, simulated, 1)
  const [secondsAfter, writtenAfter] = [sum(pids.map(processorSeconds)), sum(pids.map(writtenMb))]
  const work = 'a message through one plugin'
  return [
    {
      work: `${work}: processor time, all processes`,
      measured: ((secondsAfter - secondsBefore) * 1_000) / samples,
      unit: 'ms',
    },
    {
      work: `${work}: written to the disk for a thousand, each by itself`,
      measured: ((writtenAfter - writtenBefore) * 1_000) / samples,
      unit: 'MB',
    },
  ]
}

/** Commits the messages at once, and returns what it takes until all plugins have acknowledged them. */
async function flooding(
  relay: PluginRelay,
  { mac: { messages: into } }: SimulatedHome,
  { messages, plugins }: { messages: number; plugins: number },
): Promise<{ perSecond: number; processorUs: number; writtenMb: number }> {
  const pids = [relay.bridge.pid, ...descendantsOf(relay.bridge.pid)]
  const used = () => [sum(pids.map(processorSeconds)), sum(pids.map(writtenMb))] as const
  const acknowledged = relay.acknowledged()
  const [secondsBefore, writtenBefore] = used()
  into.transaction(() => {
    for (let index = 0; index < messages; index++)
      into.receive({ from: `+1202555${1_000 + (index % 40)}`, text: `Flood ${index}` })
  })
  const startMs = performance.now()
  const isDone = () => relay.acknowledged() - acknowledged >= messages * plugins
  await until(isDone, { withinMs: 180_000, everyMs: 10 })
  const seconds = (performance.now() - startMs) / 1_000
  const [secondsAfter, writtenAfter] = used()
  return {
    perSecond: messages / seconds,
    processorUs: ((secondsAfter - secondsBefore) * 1e6) / messages,
    writtenMb: ((writtenAfter - writtenBefore) * 1_000) / messages,
  }
}

/** Starts one plugin for each `work`, the code that handles a message. Resolves once all run. */
function relayTo({ home }: SimulatedHome, works: readonly string[], { isFirst = true } = {}): Promise<PluginRelay> {
  if (isFirst) rmSync(dirOf(home).base, { recursive: true, force: true })
  const named = works.map((onInbound, index) => [`bare_${index}`, { tier: 'notify', onInbound }] as const)
  const plugins = Object.fromEntries(named.map(([name, code]) => [name, pluginSource(name, code)]))
  return PluginRelay.start({ home, plugins })
}

/** Returns the times from each commit until this many plugins acknowledged it. */
async function latenciesOf(relay: PluginRelay, { mac }: SimulatedHome, plugins: number): Promise<number[]> {
  const times: number[] = []
  for (let index = 0; index < samples; index++) {
    const before = relay.acknowledged()
    mac.messages.receive({ from: `+1202555${2_000 + index}`, text: `Message ${index}` })
    const committedMs = performance.now()
    await until(() => relay.acknowledged() - before >= plugins, { withinMs: 30_000, everyMs: 1 })
    times.push(performance.now() - committedMs)
  }
  return times
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0)
