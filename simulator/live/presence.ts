/** Whether people are talking on a simulated Mac right now: the process that plays them leaves its id. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const fileOf = (home: string) => join(home, '.simulator-live')

export const comeAlive = (home: string): void => writeFileSync(fileOf(home), String(process.pid))

export const fallSilent = (home: string): void => rmSync(fileOf(home), { force: true })

export function isLive(home: string): boolean {
  try {
    process.kill(Number(readFileSync(fileOf(home), 'utf8')), 0)
    return true
  } catch {
    return false
  }
}
