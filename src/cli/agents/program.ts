/** Builds the command that launchd starts: this same command, by paths that outlive an upgrade. */
import { realpathSync } from 'node:fs'
import { join } from 'node:path'
import { names } from '../../contract/names.ts'
import type { AgentProgram } from '../../domain/launch-agent/definition.ts'
import { stablePath } from '../../domain/launch-agent/stable-path.ts'
import type { Environment } from '../environment.ts'
import { nodeFlags } from '../node-flags.ts'
import { ownCommand } from '../own-command.ts'
import { logsFolder } from './place.ts'

export function agentProgram({ home, base }: Pick<Environment, 'home' | 'base'>): AgentProgram {
  const isUsual = base === join(home, names.baseDirectory)
  const { program, args } = ownCommand(nodeFlags)
  return {
    program: stablePath(program, realpathSync),
    args: args.map((each) => stablePath(each, realpathSync)),
    baseDirectory: isUsual ? undefined : base,
    logsFolder: logsFolder(home),
  }
}
