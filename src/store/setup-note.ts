/** Keeps state/setup.json: the progress of the first steps, and the program to which macOS had given its permission. */
import { type Static, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { SetupProgress } from '../contract/setup.ts'
import { writeAtomically } from './atomic-file.ts'
import { readOwned } from './owned-file.ts'

const Grant = Type.Object({
  program: Type.String(),
  inode: Type.Number(),
  node: Type.String(),
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
  advance(change: Partial<SetupProgress>): SetupProgress
  grant(grant: Grant): void
}

const beginning: Note = { progress: { step: 'welcome', exposure_seen: false, finished: false }, granted: null }

export function setupNote(path: string): SetupNote {
  const write = (note: Note) => writeAtomically(path, `${JSON.stringify(note)}\n`)
  return {
    progress: () => read(path).progress,
    granted: () => read(path).granted,
    advance(change) {
      const note = read(path)
      const progress = { ...note.progress, ...change }
      write({ ...note, progress })
      return progress
    },
    grant: (granted) => write({ ...read(path), granted }),
  }
}

/** A missing or damaged note only makes the user see steps again that were done. */
function read(path: string): Note {
  try {
    const note: unknown = JSON.parse(String(readOwned(path)))
    return Value.Check(Note, note) ? note : beginning
  } catch {
    return beginning
  }
}
