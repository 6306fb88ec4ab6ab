/**
 * Measures the memory of the whole service, as `service up` runs it with one webhook, after a day of messages and of
 * reading: each process by itself, and all of them with what they share counted once.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, rmSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { configure, dirOf, toWebhook } from '../../../test/harness/bridge-process.ts'
import { startReceiver } from '../../../test/harness/receiver.ts'
import { until } from '../../../test/harness/until.ts'
import { installation } from '../../installation.ts'
import { descendantsOf, processorSeconds, proportionalMb, residentMb } from '../../process-figures.ts'
import { burst } from '../burst.ts'
import type { Figure } from '../figure.ts'
import { barePlugins } from '../floors/bare-plugins.ts'
import type { SimulatedHome } from '../simulated-relay.ts'
import { ask, indexed } from '../web-process.ts'

const relayed = 5_000
/** The rest in which the processes give back what they no longer need. */
const calmMs = 30_000
const targetMb = 170
const idleS = 15
/** Web process, bridge, egress and plugin. */
const nodeProcesses = 4

export async function wholeService(simulated: SimulatedHome): Promise<Figure[]> {
  const { home, mac } = simulated
  rmSync(dirOf(home).base, { recursive: true, force: true })
  await using receiver = await startReceiver()
  configure(home, { ...toWebhook(receiver.url), web: { port: 0 } })
  await using service = startUp(home)
  const url = await service.url()
  await indexed(url)
  burst(mac, relayed)
  await until(() => receiver.delivered.length >= relayed, { withinMs: 180_000 })
  await read(url)
  await wait(calmMs)
  const found = processesOf(service.pid)
  const before = processorSeconds(service.pid)
  await wait(idleS * 1000)
  const share = ((processorSeconds(service.pid) - before) / idleS) * 100
  const bare = await barePlugins(nodeProcesses)
  return [
    { work: 'web process, half a minute after 5,000 messages: of one core', measured: share, unit: '%', target: 0.2 },
    {
      work: 'the whole service with one webhook, after 5,000 messages (PSS)',
      measured: sum(found.map(({ proportional }) => proportional)),
      unit: 'MB',
      target: targetMb,
      floor: { what: `${nodeProcesses} bare Node processes in a sandbox`, measured: bare.proportionalMb },
    },
    ...found.flatMap(({ role, proportional, resident }): Figure[] => [
      { work: `of it, ${role}`, measured: proportional, unit: 'MB' },
      { work: `${role}: resident`, measured: resident, unit: 'MB' },
    ]),
  ]
}

/** The requests of somebody who opens the page and looks at the first conversations. */
async function read(url: string): Promise<void> {
  const list = JSON.parse((await ask(url, '/api/v1/conversations')).body) as { guid: string }[]
  for (const { guid } of list) await ask(url, `/api/v1/conversations/${encodeURIComponent(guid)}/messages`)
  for (const q of ['dinner', '"see you"', 'tom*']) await ask(url, `/api/v1/search?q=${encodeURIComponent(q)}`)
}

interface Up extends AsyncDisposable {
  pid: number
  url(): Promise<string>
}

function startUp(home: string): Up {
  const { SERVICE_DIR: _, ...env } = process.env
  const child: ChildProcess = spawn(process.execPath, [installation().entry, 'up'], {
    env: { ...env, HOME: home, PATH: [join(home, 'bin'), env.PATH].join(delimiter) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    said += text
  })
  const address = () => /Page\s+(http:\S+)\/app\//.exec(said)?.[1]
  return {
    pid: child.pid ?? 0,
    async url() {
      await until(() => address() !== undefined, { describe: () => `the service to start; it says ${said}` })
      return address() ?? ''
    },
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}

interface Found {
  role: string
  proportional: number
  resident: number
}

/** Shells and sandboxes in between count as one. */
function processesOf(pid: number): Found[] {
  const byRole = Map.groupBy([pid, ...descendantsOf(pid)], roleOf)
  return [...byRole].map(([role, pids]) => ({
    role,
    proportional: sum(pids.map(proportionalMb)),
    resident: Math.max(...pids.map(residentMb)),
  }))
}

/** Found in the command line of each, by the first that fits. */
const roles: readonly (readonly [role: string, mark: RegExp])[] = [
  ['shells and sandboxes', /^(?!\S*node\0)/],
  ['egress', /egress\/main\.js/],
  ['plugin', /runner\/main\.js/],
  ['bridge', /\0bridge\0/],
  ['up, which is the web process', /\0up\0/],
]

function roleOf(pid: number): string {
  const commandLine = readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  return roles.find(([, mark]) => mark.test(commandLine))?.[0] ?? 'others'
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0)
