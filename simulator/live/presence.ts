/** Records whether people are talking on a simulated Mac, or a carrier is at work: each such process leaves its id. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const fileOf = (home: string) => join(home, '.simulator-live')

export const comeAlive = (home: string): void => writeFileSync(fileOf(home), String(process.pid))

export const fallSilent = (home: string): void => rmSync(fileOf(home), { force: true })

export const isLive = (home: string): boolean => isHeldByLiving(fileOf(home))

const carrierFileOf = (home: string) => join(home, '.simulator-carrier')

/**
 * Makes this process the one that takes messages onwards where nobody talks. Returns false if another process is that
 * already.
 */
export function beginCarrying(home: string): boolean {
  const file = carrierFileOf(home)
  if (!isHeldByLiving(file)) rmSync(file, { force: true })
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' })
    return true
  } catch {
    return false
  }
}

export const endCarrying = (home: string): void => rmSync(carrierFileOf(home), { force: true })

export const isCarried = (home: string): boolean => isHeldByLiving(carrierFileOf(home))

function isHeldByLiving(file: string): boolean {
  try {
    process.kill(Number(readFileSync(file, 'utf8')), 0)
    return true
  } catch {
    return false
  }
}
