/** Carries out the incidents that the plan of the day has for the service. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { createClient } from '../../src/client/client.ts'
import { installation } from '../installation.ts'
import type { Incident } from './day.ts'
import type { SoakWorld } from './soak-world.ts'

type Action = (world: SoakWorld) => Promise<unknown>

/** Starts again what the action has ended. */
const anew =
  (end: Action): Action =>
  async (world) => {
    await end(world)
    await world.startDead()
    await world.bridge.polling()
  }

const changeSettings: Action = async ({ url }) => {
  const client = createClient({ baseUrl: url })
  const { log } = await client.get_settings()
  await client.change_settings({ log: { level: log.level === 'debug' ? 'info' : 'debug' } })
}

/** Runs the command as a user does, with a folder that is removed afterwards. */
const command =
  (...args: string[]): Action =>
  async ({ mac }) => {
    const folder = mkdtempSync(join(tmpdir(), 'soak-'))
    const env = { ...process.env, HOME: mac.home, PATH: [mac.bin, process.env.PATH].join(delimiter) }
    const words = [installation().entry, ...args, '--to', join(folder, 'it')]
    const child = spawn(process.execPath, words, { env, stdio: ['ignore', 'ignore', 'inherit'] })
    const [code] = await once(child, 'exit')
    rmSync(folder, { recursive: true, force: true })
    if (code !== 0) throw new Error(`service ${args.join(' ')} ended with ${code}`)
  }

export const actions: Readonly<Record<Incident, Action>> = {
  'bridge ended in order': anew(({ bridge }) => bridge.stop()),
  'bridge killed': anew(({ bridge }) => bridge.kill()),
  'web process ended in order': anew(({ web }) => web.stop()),
  'web process killed': anew(({ web }) => web.kill()),
  'both killed': anew(({ bridge, web }) => Promise.all([bridge.kill(), web.kill()])),
  'plugin killed': async (world) => world.killPlugin('ntfy'),
  'settings changed': changeSettings,
  'backup made': command('backup'),
  'conversations exported': command('export', '--format', 'jsonl', '--no-media'),
}
