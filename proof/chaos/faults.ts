/**
 * Lists the faults, each as it would really happen: processes die, disks fill, files change, others lock, stall and
 * lie.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { chatDbPath } from '../../simulator/paths.ts'
import { pick, type Random } from '../../simulator/random.ts'
import { saveConfig } from '../../src/store/config-file.ts'
import { dirOf } from '../../test/harness/bridge-process.ts'
import { bridgeOver, hasEnded } from '../world.ts'
import type { Fault, Mood } from './chaos-world.ts'
import { fileFaults } from './file-faults.ts'

const shortlyMs = (random: Random): number => random() * 400

const killBridge: Fault = ({ bridge }) => bridge.kill()

const killWeb: Fault = ({ web }) => web.kill()

const killPlugin: Fault = (world) => world.killPlugin()

const killAll: Fault = (world) => world.killAll()

const endAll: Fault = ({ bridge, web }) => Promise.all([bridge.stop(), web.stop()])

const freezeBridge: Fault = async ({ bridge }, random) => {
  bridge.child.kill('SIGSTOP')
  await wait(1_000 + shortlyMs(random))
  bridge.child.kill('SIGCONT')
}

/** The second bridge has to give way. */
const secondBridge: Fault = async ({ mac, bridge }) => {
  const second = bridgeOver(mac.home)
  if (!hasEnded(second)) await once(second.child, 'exit')
  if (second.child.exitCode === 0) throw new Error('a second bridge ran')
  if (hasEnded(bridge)) throw new Error('a second bridge ended the first')
}

const rubbish = ['', '{', '[]', '{"relay": {"scope": 4}}', '\0\0\0\0', '{"version": 99}']

const settingsRubbish: Fault = async ({ mac }, random) => {
  const { configFile } = dirOf(mac.home)
  const good = readFileSync(configFile)
  writeFileSync(configFile, pick(random, rubbish))
  await wait(shortlyMs(random))
  if (random() < 0.3) await wait(2_000)
  writeFileSync(configFile, good)
}

const holdLock = `const { DatabaseSync } = require('node:sqlite')
const db = new DatabaseSync(process.argv[1], { timeout: 5_000 })
db.exec('BEGIN IMMEDIATE')
setTimeout(() => db.exec('ROLLBACK'), Number(process.argv[2]))`

/** Lets another process hold the lock, as Messages would. */
const locked: Fault = async ({ mac }, random) => {
  const child = spawn(process.execPath, ['-e', holdLock, chatDbPath(mac.home), `${shortlyMs(random)}`], {
    stdio: 'ignore',
  })
  await once(child, 'exit')
}

const checkpointed: Fault = async ({ mac }, random) => {
  mac.messages.db.exec(pick(random, ['PRAGMA wal_checkpoint(TRUNCATE)', 'PRAGMA wal_checkpoint(RESTART)', 'VACUUM']))
}

const diskFull: Fault = async ({ disk }, random) => {
  disk?.fill()
  await wait(500 + shortlyMs(random))
  disk?.empty()
}

const killedOnFullDisk: Fault = async (world, random) => {
  world.disk?.fill()
  await wait(shortlyMs(random))
  await world.killAll()
  world.disk?.empty()
}

const hourMs = 3_600_000

/** Sets the clock and later sets it back; everything may be dead at either moment. */
const clockSet: Fault = async (world, random) => {
  const { clock } = world.mac
  if (random() < 0.3) await world.killAll()
  clock.set?.(pick(random, [-hourMs, hourMs]))
  await world.startDead()
  await wait(2_000 + shortlyMs(random))
  if (random() < 0.3) await world.killAll()
  clock.set?.(0)
}

const settingsChanged: Fault = async (world, random) => {
  const { configFile } = dirOf(world.mac.home)
  for (let times = 0; times < 5; times++) {
    saveConfig(configFile, { relay: { poll_interval_s: 0.1 + random() * 0.3 }, log: { level: pick(random, levels) } })
    await wait(shortlyMs(random))
  }
  if (random() < 0.3) await world.killAll()
}

const levels = ['debug', 'info', 'warn']

const inMood =
  (mood: Mood): Fault =>
  async (world, random) => {
    world.mood = mood
    await wait(500 + shortlyMs(random))
    world.mood = 'takes'
  }

export const faults: Readonly<Record<string, Fault>> = {
  'kill −9 of the bridge': killBridge,
  'kill −9 of the web process': killWeb,
  'kill −9 of a plugin': killPlugin,
  'kill −9 of everything': killAll,
  'an orderly end of everything': endAll,
  'a bridge that is stopped for a while': freezeBridge,
  'a second bridge': secondBridge,
  'rubbish in config.json': settingsRubbish,
  'chat.db locked by a writer': locked,
  'checkpoint or vacuum of chat.db': checkpointed,
  'the clock set by an hour, and back': clockSet,
  'settings changed': settingsChanged,
  ...fileFaults,
  'a full disk': diskFull,
  'kill −9 on a full disk': killedOnFullDisk,
  'a receiver that refuses': inMood('refuses'),
  'a receiver that is slow': inMood('is slow'),
  'a receiver that takes and denies it': inMood('takes and denies it'),
}
