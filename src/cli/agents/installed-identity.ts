/** Finds the identity of the program that launchd starts, which may be another than the one that runs this command. */
import { type ProgramIdentity, programIdentity } from '../../mac/program-identity.ts'
import { findPrograms } from '../../mac/programs.ts'
import { requirementOfThis } from '../../store/program-record.ts'
import { serviceDir } from '../../store/service-dir.ts'
import type { Environment } from '../environment.ts'
import { agentProgram } from './launchd.ts'
import { startedByLaunchd } from './started-by-launchd.ts'

export function installedIdentity(environment: Environment): ProgramIdentity {
  const program = startedByLaunchd(environment) ?? agentProgram(environment).program
  const requirement = requirementOfThis(serviceDir(environment.base).programRecordFile, program)
  return programIdentity({ program, requirement, programs: findPrograms(environment.path) })
}
