/** Whether what runs is still the program that could read Messages; where it is not, what to do. */
import { existsSync, realpathSync } from 'node:fs'
import { programNow } from '../../actions/present-program.ts'
import { type GrantedProgram, replacedInWords } from '../../domain/granted-program.ts'

/** What is granted bears the name of a release, what launchd starts one that outlives it. */
export function grantTrouble(granted: GrantedProgram | null, program: string): string | undefined {
  if (granted === null) return undefined
  const isSame = realPath(granted.program) === realPath(program)
  return replacedInWords(granted, programNow(granted.program), isSame ? granted.program : program)
}

const realPath = (path: string): string => (existsSync(path) ? realpathSync(path) : path)
