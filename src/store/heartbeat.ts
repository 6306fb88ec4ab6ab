/** Keeps bridge_heartbeat: the Unix time of the bridge's last poll, as plain text. */
import { openInPlace } from './in-place-file.ts'
import { readOwned } from './owned-file.ts'

export interface Heartbeat {
  /** Throws when the file cannot be written. */
  write(nowMs: number): void
  close(): void
}

/** `1763700000.123` and a line feed: ten digits of seconds last until the year 2286. */
const sizeBytes = 15
const aliveWithinS = 10

export function openHeartbeat(path: string): Heartbeat {
  const file = openInPlace(path, sizeBytes)
  return {
    write: (nowMs) => file.write(`${(nowMs / 1000).toFixed(3).padStart(sizeBytes - 1, '0')}\n`),
    close: file.close,
  }
}

/** Returns Unix seconds of the last poll, or undefined when none is known. */
export function readHeartbeat(path: string): number | undefined {
  try {
    const line = /^\d+(\.\d+)?$/m.exec(readOwned(path)?.toString('latin1') ?? '')
    return line ? Number(line[0]) : undefined
  } catch {
    return undefined
  }
}

/** The clock may have been set back since, so a heartbeat from the near future counts as well. */
export const isAlive = (lastHeartbeatS: number | undefined, nowMs: number): boolean =>
  lastHeartbeatS !== undefined && Math.abs(nowMs / 1000 - lastHeartbeatS) < aliveWithinS
