/** Provides the floor of memory and idling: a Node process with what every process of ours has, which then does nothing. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { nodeFlags } from '../../../src/cli/node-flags.ts'
import { processorSeconds, residentMb } from '../../process-figures.ts'

export interface BareResident {
  /** The memory of a process that does nothing. */
  nodeMb: number
  /**
   * The memory of a process that has opened a database, computed a hash, started a program and checks its database
   * twice a second.
   */
  sqliteMb: number
  /** The share of a core that the latter takes. */
  idleShare: number
}

const settleMs = 3_000
const idleS = 20

export const bareIdleIs = 'bare Node that looks at a database twice a second'

const nothing = 'process.stdin.resume()'
const looking = `process.stdin.resume()
const { DatabaseSync } = require('node:sqlite')
const db = new DatabaseSync(':memory:')
db.exec('CREATE TABLE message (id INTEGER PRIMARY KEY)')
require('node:crypto').createHash('sha256').update('').digest()
require('node:child_process').spawn('true')
const version = db.prepare('PRAGMA data_version')
setInterval(() => version.get(), 500)`

/** Returns the share of a core alone. */
export async function bareIdle(): Promise<{ what: string; measured: number }> {
  const [, share] = await measured(looking, idleS)
  return { what: bareIdleIs, measured: share }
}

export async function bareResident(): Promise<BareResident> {
  const [nodeMb] = await measured(nothing, 0)
  const [sqliteMb, idleShare] = await measured(looking, idleS)
  return { nodeMb, sqliteMb, idleShare }
}

async function measured(code: string, idleS: number): Promise<[residentMb: number, share: number]> {
  const child = spawn(process.execPath, [...nodeFlags, '-e', code], { stdio: ['pipe', 'ignore', 'inherit'] })
  const pid = child.pid ?? 0
  await wait(settleMs)
  const before = processorSeconds(pid)
  await wait(idleS * 1_000)
  const share = idleS === 0 ? 0 : ((processorSeconds(pid) - before) / idleS) * 100
  const megabytes = residentMb(pid)
  child.kill()
  await once(child, 'exit')
  return [megabytes, share]
}
