/** Keeps state/setup.json: the progress of setup, and the program to which macOS had given its permission. */
import { type Static, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { isObject } from '../base/json-object.ts'
import { SetupProgress, type SetupProgressChange } from '../contract/setup.ts'
import { laterStep, type SetupStep } from '../contract/setup-names.ts'
import { writeAtomically } from './atomic-file.ts'
import { readOwned } from './owned-file.ts'

const Grant = Type.Object({
  program: Type.String(),
  inode: Type.Number(),
  node: Type.String(),
  /** The requirement to which macOS bound the permission; missing for a program that was not signed on this Mac. */
  requirement: Type.Optional(Type.String()),
  /** ISO 8601 UTC. */
  at: Type.String(),
})
export type Grant = Static<typeof Grant>

const Note = Type.Object({ progress: SetupProgress, granted: Type.Union([Grant, Type.Null()]) })
type Note = Static<typeof Note>

export interface SetupNote {
  progress(): SetupProgress
  /** The program that could read Messages when that was last tried. */
  granted(): Grant | null
  advance(change: SetupProgressChange): SetupProgress
  grant(grant: Grant): void
}

const beginning: Note = {
  progress: { step: 'welcome', furthest: 'welcome', exposure_seen: false, finished: false },
  granted: null,
}

export function setupNote(path: string): SetupNote {
  const write = (note: Note) => writeAtomically(path, `${JSON.stringify(note)}\n`)
  return {
    progress: () => read(path).progress,
    granted: () => read(path).granted,
    advance(change) {
      const note = read(path)
      const changed = { ...note.progress, ...change }
      const progress = { ...changed, furthest: laterStep(changed.furthest, changed.step) }
      write({ ...note, progress })
      return progress
    },
    grant: (granted) => write({ ...read(path), granted }),
  }
}

/** A missing or damaged note only makes the user see steps again that were done. */
function read(path: string): Note {
  try {
    const note = withSteps(JSON.parse(String(readOwned(path))))
    return Value.Check(Note, note) ? note : beginning
  } catch {
    return beginning
  }
}

/** Steps of earlier releases, and where their questions are asked now. */
const formerSteps: Readonly<Record<string, SetupStep>> = { you: 'relayed', test: 'delivery', done: 'delivery' }

/** Earlier releases had other steps, and did not note the furthest. */
function withSteps(note: unknown): unknown {
  if (!isObject(note) || !isObject(note.progress)) return note
  const { step, furthest } = note.progress
  const now = (typeof step === 'string' ? formerSteps[step] : undefined) ?? step
  return { ...note, progress: { ...note.progress, step: now, furthest: furthest ?? now } }
}
