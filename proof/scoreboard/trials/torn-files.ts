/** Kills processes while they write the small files, and reads the files in the state that is left. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { readHeartbeat } from '../../../src/store/heartbeat.ts'
import { readState } from '../../../src/store/state-file.ts'
import type { Outcome } from '../row.ts'

const kills = 1_000
const atOnce = 4
const longestLifeMs = 40
const writer = fileURLToPath(new URL('torn-writer.ts', import.meta.url))

export async function writersKilled(): Promise<Outcome> {
  const torn = await Promise.all(Array.from({ length: atOnce }, () => tornAfter(kills / atOnce)))
  const count = torn.reduce((sum, each) => sum + each, 0)
  return { figure: `${count} of ${kills} kills left a file empty or torn`, reached: count === 0 }
}

async function tornAfter(times: number): Promise<number> {
  const isWhole = await reader()
  const folder = mkdtempSync(join(tmpdir(), 'torn-'))
  let torn = 0
  for (let kill = 0; kill < times; kill++) {
    const child = spawn(process.execPath, [writer, folder], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    await once(child.stdout, 'data')
    await wait(Math.random() * longestLifeMs)
    child.kill('SIGKILL')
    await once(child, 'close')
    torn += Number(!isWhole(folder))
  }
  rmSync(folder, { recursive: true })
  return torn
}

/** Reads the files as the service does. */
async function reader(): Promise<(folder: string) => boolean> {
  const isJson = (path: string) => {
    try {
      return JSON.parse(readFileSync(path, 'utf8')) !== undefined
    } catch {
      return false
    }
  }
  return (folder) =>
    isJson(join(folder, 'config.json')) &&
    'state' in readState(join(folder, 'state.json')) &&
    readHeartbeat(join(folder, 'bridge_heartbeat')) !== undefined
}
