/**
 * `service doctor`: reports what is in place and what is missing, with the remedy; or whether the isolation of plugins
 * holds.
 */

import { Command } from 'commander'
import { errors, exitCodes } from '../../contract/errors.ts'
import { inColumns } from '../../domain/columns.ts'
import { messagesPaths } from '../../mac/messages-paths.ts'
import type { Examination, Examined } from '../../plugins/isolation/corpus/examine.ts'
import { type Diagnosis, diagnosis } from '../doctor/diagnosis.ts'
import { formatDiagnosis, markOf, marks } from '../doctor/format-diagnosis.ts'
import { readEnvironment } from '../environment.ts'
import { nodeFlags } from '../node-flags.ts'
import { printJson } from '../print.ts'

interface Options {
  isolation?: boolean
  json?: boolean
}

export function doctorCommand(): Command {
  return new Command('doctor')
    .description('what is in place and what is missing: permissions, files, launch agents; and what to do about it')
    .option(
      '--isolation',
      'attack the walls around plugins as a hostile one would, in half a minute, and tell what held',
    )
    .option('--json', 'as JSON, for programs')
    .addHelpText(
      'after',
      '\nExamples:\n  service doctor\n  service doctor --json | jq ".checks[] | select(.ok | not)"\n' +
        '  service doctor --isolation\n  service doctor --isolation --json | jq .os_sandbox_missing\n\n' +
        'Nothing of yours is changed or told: attacks aim at files and processes that are made for them.\n' +
        'Marks: ✓ in order, ✗ needs attention, ! for you to decide, ? not known now.\n' +
        'Exit code 3: a permission of macOS is missing; 4: bridge or web process does not run; 6: a file is refused;\n' +
        '7: something else is marked ✗; 1: an attack passed that should not have.',
    )
    .action(async ({ isolation = false, json = false }: Options) => {
      if (isolation) return tryIsolation(json)
      const found = await diagnosis(readEnvironment())
      if (json) printJson(found)
      else process.stdout.write(formatDiagnosis(found))
      process.exitCode = exitCodeOf(found)
    })
}

/** The worst finding decides, and anything marked with ✗ gives a code. */
function exitCodeOf({ checks, files, tried_by }: Diagnosis): number {
  const refused = files.find(({ code }) => code !== null)?.code
  if (refused) return errors[refused].exit
  if (checks.some(({ kind, state }) => kind === 'permission' && state === 'missing')) return exitCodes.permission
  const bridgeRuns = checks.some(
    ({ name, finding }) => name === 'full_disk_access_bridge' && finding !== 'bridge_untold',
  )
  if (tried_by !== 'web' || !bridgeRuns) return exitCodes.notRunning
  const isInOrder = files.every(({ ok }) => ok) && checks.every((check) => markOf(check) !== marks.missing)
  return isInOrder ? exitCodes.done : exitCodes.needsAttention
}

/** Attacks the isolation of plugins on this machine, and reports what held. */
async function tryIsolation(json: boolean): Promise<void> {
  // Imported only here, so that other commands do not load the attacks and the host.
  const { examineIsolation, surprises } = await import('../../plugins/isolation/corpus/examine.ts')
  const chatDb = messagesPaths(readEnvironment().home).database
  const examination = await examineIsolation({ chatDb, bridgeFlags: nodeFlags })
  const surprising = surprises(examination)
  if (json) printJson(examination)
  else process.stdout.write(formatExamination(examination, surprising))
  process.exitCode = surprising.length === 0 ? exitCodes.done : exitCodes.unexpected
}

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
    : [`${title}:`, ...inColumns(attacks.map(({ name, what }) => [name, `to ${what}`])).map((line) => `  ${line}`)]
