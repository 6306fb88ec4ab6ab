/**
 * Keeps state/bluebubbles_listener.json: where the web process listens for BlueBubbles' clients, or why it cannot, so
 * that commands can tell without asking it.
 */
import { rmSync } from 'node:fs'
import { type Static, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { writeAtomically } from './atomic-file.ts'
import { readOwned } from './owned-file.ts'
import { readPid } from './process-lock.ts'
import type { ServiceDir } from './service-dir.ts'

/** `host` and `port` are those of the settings that the outcome belongs to. */
const ListenerNote = Type.Object({
  pid: Type.Integer({ minimum: 1 }),
  host: Type.String(),
  port: Type.Integer(),
  /** The port that the system gave, where it listens. */
  listening_port: Type.Union([Type.Integer(), Type.Null()]),
  /** An error code, and its message. */
  problem: Type.Union([Type.Object({ code: Type.String(), message: Type.String() }), Type.Null()]),
})
export type ListenerNote = Static<typeof ListenerNote>

type ListenerFiles = Pick<ServiceDir, 'blueBubblesListenerFile' | 'webPidFile'>

export interface ListenerNotes {
  /** Throws when the file cannot be written. */
  note(outcome: Omit<ListenerNote, 'pid'>): void
  forget(): void
  /** Undefined while no web process runs that has tried to listen. */
  read(): ListenerNote | undefined
}

export const listenerNotes = ({ blueBubblesListenerFile: path, webPidFile }: ListenerFiles): ListenerNotes => ({
  note: (outcome) => writeAtomically(path, `${JSON.stringify({ ...outcome, pid: process.pid })}\n`),
  forget: () => rmSync(path, { force: true }),
  read() {
    const note = parsed(path)
    return note?.pid === readPid(webPidFile) ? note : undefined
  },
})

function parsed(path: string): ListenerNote | undefined {
  try {
    const note: unknown = JSON.parse(String(readOwned(path)))
    return Value.Check(ListenerNote, note) ? note : undefined
  } catch {
    return undefined
  }
}
