/** `service sim`: creates a simulated Mac in a folder, lets people talk on it, and plays faults of real ones. */
import { Command } from 'commander'
import { createCommand } from '../../../simulator/commands/create.ts'
import { faultCommand } from '../../../simulator/commands/fault.ts'
import { liveCommand } from '../../../simulator/commands/live.ts'
import { playCommand } from '../../../simulator/commands/play.ts'
import { receiveCommand } from '../../../simulator/commands/receive.ts'

export function simCommand(): Command {
  const sim = new Command('sim')
    .exitOverride()
    .description('Create and control a simulated Mac')
    .addHelpText('after', '\nExamples:\n  service sim create /tmp/mac\n  service sim live /tmp/mac')
  const commands = [createCommand(), liveCommand(), receiveCommand(), playCommand(), faultCommand()]
  for (const command of commands) sim.addCommand(command)
  return sim
}
