/** Carries out the incidents that the plan of the day has for the service. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { createClient } from '../../src/client/client.ts'
import { serviceEntry } from '../../test/harness/bridge-process.ts'
import { runnerPid } from '../../test/harness/runner-pid.ts'
import type { Incident } from './day.ts'
import type { World } from './world.ts'

type Action = (world: World) => Promise<unknown>

const endWeb = async ({ web }: World, signal: NodeJS.Signals) => {
  web.child.kill(signal)
  await web.ended
}

const anew = (stop: Action, ...starts: ('startBridge' | 'startWeb')[]): Action => {
  return async (world) => {
    await stop(world)
    await Promise.all(starts.map((start) => world[start]()))
  }
}

const killPlugin: Action = async ({ mac }) => {
  const pid = runnerPid(mac.home, 'ntfy')
  // There is nothing to kill when the program has just ended.
  if (pid !== undefined) spawn('kill', ['-9', String(pid)], { stdio: 'ignore' })
}

const changeSettings: Action = async ({ url }) => {
  const client = createClient({ baseUrl: url() })
  const { log } = await client.get_settings()
  await client.change_settings({ log: { level: log.level === 'debug' ? 'info' : 'debug' } })
}

/** Runs the command as a user does, with a folder that is removed afterwards. */
const command =
  (...args: string[]): Action =>
  async ({ mac }) => {
    const folder = mkdtempSync(join(tmpdir(), 'soak-'))
    const env = { ...process.env, HOME: mac.home, PATH: [mac.bin, process.env.PATH].join(delimiter) }
    const words = [serviceEntry, ...args, '--to', join(folder, 'it')]
    const child = spawn(process.execPath, words, { env, stdio: ['ignore', 'ignore', 'inherit'] })
    const [code] = await once(child, 'exit')
    rmSync(folder, { recursive: true, force: true })
    if (code !== 0) throw new Error(`service ${args.join(' ')} ended with ${code}`)
  }

export const actions: Readonly<Record<Incident, Action>> = {
  'bridge ended in order': anew(({ bridge }) => bridge.stop(), 'startBridge'),
  'bridge killed': anew(({ bridge }) => bridge.kill(), 'startBridge'),
  'web process ended in order': anew((world) => endWeb(world, 'SIGTERM'), 'startWeb'),
  'web process killed': anew((world) => endWeb(world, 'SIGKILL'), 'startWeb'),
  'both killed': anew(
    (world) => Promise.all([world.bridge.kill(), endWeb(world, 'SIGKILL')]),
    ...(['startBridge', 'startWeb'] as const),
  ),
  'plugin killed': killPlugin,
  'settings changed': changeSettings,
  'backup made': command('backup'),
  'conversations exported': command('export', '--format', 'jsonl', '--no-media'),
}
