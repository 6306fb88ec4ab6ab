/** `service status`: shows what runs, the position of the bridge, and the state of its integrations. */

import { Command } from 'commander'
import { exitCodes } from '../../contract/errors.ts'
import { readEnvironment } from '../environment.ts'
import { printJson } from '../print.ts'
import { formatStatus } from '../status/format-status.ts'
import { readReport } from '../status/report.ts'

export function statusCommand(): Command {
  return new Command('status')
    .description(
      'whether bridge, web process and launch agents run, where the bridge stands, and how its integrations do',
    )
    .option('--json', 'as JSON, for programs')
    .addHelpText(
      'after',
      '\nExamples:\n  service status\n  service status --json | jq .bridge.state\n\nExit code 4: the bridge does not run.',
    )
    .action(async ({ json }: { json?: boolean }) => {
      const report = await readReport(readEnvironment(), Date.now())
      if (json) printJson(report)
      else process.stdout.write(formatStatus(report))
      process.exitCode = report.bridge_alive ? exitCodes.done : exitCodes.notRunning
    })
}
