/**
 * `service doctor`: reports what is in place and what is missing, with the remedy; or whether the isolation of plugins
 * holds.
 */

import { Command } from 'commander'
import { concernsRelay } from '../../contract/alert.ts'
import { errors, exitCodes } from '../../contract/errors.ts'
import { inColumns } from '../../domain/columns.ts'
import { messagesPaths } from '../../mac/messages-paths.ts'
import { findPrograms } from '../../mac/programs.ts'
import { openDesk } from '../../mac/settings-panes.ts'
import type { Examination, Examined } from '../../plugins/isolation/corpus/examine.ts'
import { isHubFolder } from '../../store/hub-folder.ts'
import { serviceDir } from '../../store/service-dir.ts'
import type { AccessAttack } from '../doctor/access-attacks.ts'
import { type Diagnosis, diagnosis } from '../doctor/diagnosis.ts'
import { dataFolderChecks } from '../doctor/file-checks.ts'
import { formatDiagnosis, markOf, marks } from '../doctor/format-diagnosis.ts'
import { type Environment, readEnvironment } from '../environment.ts'
import { nodeFlags } from '../node-flags.ts'
import { printJson } from '../print.ts'

interface Options {
  isolation?: boolean
  json?: boolean
  wake?: boolean
}

export function doctorCommand(): Command {
  return new Command('doctor')
    .description('Check permissions, files and launch agents, and say how to fix problems')
    .option('--isolation', 'Attack the plugin sandbox, the limits of keys, releases and OAuth (takes half a minute)')
    .option('--wake', 'Open Messages first, behind all windows')
    .option('--json', 'Print JSON')
    .addHelpText(
      'after',
      '\nExamples:\n  service doctor\n  service doctor --json | jq ".checks[] | select(.ok | not)"\n' +
        '  service doctor --wake\n  service doctor --isolation\n  service doctor --isolation --json | jq .os_sandbox_missing\n\n' +
        'Your own files and processes are never touched: attacks aim at targets made for them.\n' +
        'Marks: ✓ OK, ✗ needs attention, ! your decision, ? unknown.\n' +
        'Exit code 3: a macOS permission is missing; 4: bridge or web process is not running; 6: a file is unsafe;\n' +
        '8: an alert is active; 7: another check needs attention; 1: an attack succeeded.',
    )
    .action(async ({ isolation = false, json = false, wake = false }: Options) => {
      if (isolation) return tryIsolation(json)
      const environment = readEnvironment()
      if (isHubFolder(environment.base)) {
        const { showHubReport } = await import('../hub/show-report.ts')
        return showHubReport(environment, { json, files: dataFolderChecks(serviceDir(environment.base)) })
      }
      if (wake) await wakeMessages(environment, json)
      const found = await diagnosis(environment)
      if (json) printJson(found)
      else process.stdout.write(formatDiagnosis(found))
      process.exitCode = exitCodeOf(found)
    })
}

/** The worst finding decides, and anything marked with ✗ gives a code. */
function exitCodeOf({ checks, files, alerts, tried_by }: Diagnosis): number {
  const refused = files.find(({ code }) => code !== null)?.code
  if (refused) return errors[refused].exit
  if (checks.some(({ kind, state }) => kind === 'permission' && state === 'missing')) return exitCodes.permission
  const bridgeRuns = checks.some(
    ({ name, finding }) => name === 'full_disk_access_bridge' && finding !== 'bridge_untold',
  )
  if (tried_by !== 'web' || !bridgeRuns) return exitCodes.notRunning
  if (alerts.some(concernsRelay)) return exitCodes.alert
  const isInOrder = files.every(({ ok }) => ok) && checks.every((check) => markOf(check) !== marks.missing)
  return isInOrder ? exitCodes.done : exitCodes.needsAttention
}

/** Messages that does not run shows what has come only once it is opened. */
async function wakeMessages({ path }: Environment, json: boolean): Promise<void> {
  const trouble = await openDesk(findPrograms(path)).openMessages()
  if (trouble !== undefined) process.stderr.write(`Messages was not opened: ${trouble}.\n`)
  else if (!json) process.stdout.write('Messages was opened.\n')
}

/** Attacks the isolation of plugins on this machine, and reports what held. */
async function tryIsolation(json: boolean): Promise<void> {
  // Imported only here, so that other commands do not load the attacks and the host.
  const { examineIsolation, surprises } = await import('../../plugins/isolation/corpus/examine.ts')
  const chatDb = messagesPaths(readEnvironment().home).database
  const { examineAccess } = await import('../doctor/access-attacks.ts')
  const examination = await examineIsolation({ chatDb, bridgeFlags: nodeFlags })
  const access = await examineAccess()
  const surprising = surprises(examination)
  if (json) printJson({ ...examination, access })
  else process.stdout.write(`${formatExamination(examination, surprising)}${formatAccess(access)}`)
  const isSound = surprising.length === 0 && access.every(({ outcome }) => outcome === 'held')
  process.exitCode = isSound ? exitCodes.done : exitCodes.unexpected
}

function formatAccess(attacks: readonly AccessAttack[]): string {
  const held = attacks.filter(({ outcome }) => outcome === 'held')
  const others = attacks.filter(({ outcome }) => outcome !== 'held')
  const listing = (title: string, some: readonly AccessAttack[]) =>
    some.length === 0 ? [] : [title, ...inColumns(some.map(({ name, what }) => [name, `to ${what}`])).map(indented)]
  const lines = [
    `${held.length} of ${attacks.length} attacks on keys, releases and OAuth held.`,
    ...listing('Held:', held),
    ...listing('Passed or without an answer, and should not have been:', others),
  ]
  return `${lines.join('\n')}\n`
}

const indented = (line: string): string => `  ${line}`

function formatExamination(
  { os_sandbox_missing: missing, attacks }: Examination,
  surprising: readonly Examined[],
): string {
  const known = attacks.filter((one) => one.together === 'passed' && !surprising.includes(one))
  const count = (layer: 'permissions' | 'os_sandbox' | 'together') =>
    `${attacks.filter((one) => one[layer] === 'held').length} of ${attacks.length}`
  const lines = [
    `${count('together')} attacks held.`,
    `  permissions   ${count('permissions')} by Node's permission model alone`,
    `  os_sandbox    ${missing === null ? `${count('os_sandbox')} by the sandbox of the system alone` : `missing: ${missing}`}`,
    ...listed('Passed, as is known where the sandbox of the system is missing', known),
    ...listed('Passed or without an answer, and should not have been', surprising),
  ]
  return `${lines.join('\n')}\n`
}

const listed = (title: string, attacks: readonly Examined[]): string[] =>
  attacks.length === 0
    ? []
    : [`${title}:`, ...inColumns(attacks.map(({ name, what }) => [name, `to ${what}`])).map(indented)]
