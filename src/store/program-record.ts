/** Keeps program/program.json: of which Node the installed program is a copy, and how macOS recognises it. */
import { type Static, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { writeAtomically } from './atomic-file.ts'
import { readOwned } from './owned-file.ts'

const ProgramRecord = Type.Object({
  /** Absolute path. */
  program: Type.String(),
  /** The requirement to which macOS binds its permissions. */
  requirement: Type.String(),
  /** The version of the Node inside. */
  node: Type.String(),
  /** The file that was copied, as it was then. */
  source: Type.Object({ path: Type.String(), inode: Type.Number(), size: Type.Number() }),
  /** ISO 8601 UTC. */
  at: Type.String(),
})
export type ProgramRecord = Static<typeof ProgramRecord>

/** Undefined where there is no program of our own. A damaged record has it made anew. */
export function readProgramRecord(path: string): ProgramRecord | undefined {
  try {
    const record: unknown = JSON.parse(String(readOwned(path)))
    return Value.Check(ProgramRecord, record) ? record : undefined
  } catch {
    return undefined
  }
}

export const writeProgramRecord = (path: string, record: ProgramRecord): void =>
  writeAtomically(path, `${JSON.stringify(record)}\n`)

/** Returns the requirement by which macOS recognises a program, if it was signed on this Mac; by default the program of this process. */
export function requirementOfThis(path: string, program: string = process.execPath): string | undefined {
  const record = readProgramRecord(path)
  return record?.program === program ? record.requirement : undefined
}
