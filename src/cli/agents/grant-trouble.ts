/** Reports whether the running program is still the one that could read Messages, and what to do where it is not. */
import { existsSync, realpathSync } from 'node:fs'
import { programNow } from '../../actions/present-program.ts'
import { formatReplaced, type GrantedProgram } from '../../domain/granted-program.ts'

/** The granted path names a release, while launchd starts a path that outlives releases, so real paths are compared. */
export function grantTrouble(
  granted: GrantedProgram | null,
  program: string,
  requirement?: string,
): string | undefined {
  if (granted === null) return undefined
  const isSame = realPath(granted.program) === realPath(program)
  const needing = { program: isSame ? granted.program : program, requirement }
  return formatReplaced(granted, programNow(granted.program), needing)
}

const realPath = (path: string): string => (existsSync(path) ? realpathSync(path) : path)
