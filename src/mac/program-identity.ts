/** Finds out how macOS recognises a program, so that it can be said whether its permissions survive an upgrade. */
import { statSync } from 'node:fs'
import { type IdentityKind, kindOf } from '../domain/program-identity/requirement.ts'
import { requirementOf, satisfies } from './code-signing.ts'
import type { Programs } from './programs.ts'

/** `broken`: it is not what was signed; `unknown`: there is no codesign, or no program. */
export type IdentityState = IdentityKind | 'broken' | 'unknown'

export interface ProgramIdentity {
  program: string
  /** The requirement to which macOS binds permissions, as it was recorded when the program was signed on this Mac. */
  requirement: string | undefined
  /** Asks codesign again only once the file is another one. */
  state(): Promise<IdentityState>
}

interface ProgramIdentityDeps {
  program: string
  requirement: string | undefined
  programs: Pick<Programs, 'codesign'>
}

export function programIdentity({
  program,
  requirement,
  programs: { codesign },
}: ProgramIdentityDeps): ProgramIdentity {
  let asked: { inode: number; answer: Promise<IdentityState> } | undefined

  async function ask(): Promise<IdentityState> {
    if (codesign === undefined) return 'unknown'
    if (requirement !== undefined) return (await satisfies(codesign, program, requirement)) ? 'own' : 'broken'
    const found = await requirementOf(codesign, program)
    return found === undefined ? 'unknown' : kindOf(found)
  }

  return {
    program,
    requirement,
    state() {
      const inode = statSync(program, { throwIfNoEntry: false })?.ino
      if (inode === undefined) return Promise.resolve('unknown')
      if (asked?.inode !== inode) asked = { inode, answer: ask() }
      return asked.answer
    },
  }
}
