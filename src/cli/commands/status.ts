/** `service status`: shows what runs, the position of the bridge, and the state of its integrations. */

import { Command } from 'commander'
import { concernsRelay } from '../../contract/alert.ts'
import { exitCodes } from '../../contract/errors.ts'
import { isHubFolder } from '../../store/hub-folder.ts'
import { readEnvironment } from '../environment.ts'
import { printJson } from '../print.ts'
import { formatStatus } from '../status/format-status.ts'
import { readReport, type StatusReport } from '../status/report.ts'

export function statusCommand(): Command {
  return new Command('status')
    .description('Show whether the service is running and relaying')
    .option('--json', 'Print JSON')
    .addHelpText(
      'after',
      '\nExamples:\n  service status\n  service status --json | jq .bridge.state\n\nExit code 4: the bridge is not running; 8: an alert is active (✗).',
    )
    .action(async ({ json }: { json?: boolean }) => {
      const environment = readEnvironment()
      if (isHubFolder(environment.base)) {
        const { showHubReport } = await import('../hub/show-report.ts')
        return showHubReport(environment, { json })
      }
      const report = await readReport(environment, Date.now())
      if (json) printJson(report)
      else process.stdout.write(formatStatus(report))
      process.exitCode = exitCodeOf(report)
    })
}

function exitCodeOf({ bridge_alive, alerts }: StatusReport): number {
  if (!bridge_alive) return exitCodes.notRunning
  return !alerts.some(concernsRelay) ? exitCodes.done : exitCodes.alert
}
