/** `service doctor --isolation`: attacks the isolation of plugins on this machine, and reports what held. */

import { exitCodes } from '../../contract/errors.ts'
import { inColumns } from '../../domain/columns.ts'
import { messagesPaths } from '../../mac/messages-paths.ts'
import type { Examination, Examined } from '../../plugins/isolation/corpus/examine.ts'
import { readEnvironment } from '../environment.ts'
import { nodeFlags } from '../node-flags.ts'

export async function tryIsolation(json: boolean): Promise<void> {
  // Imported only here, so that other commands do not load the attacks and the host.
  const { examineIsolation, surprises } = await import('../../plugins/isolation/corpus/examine.ts')
  const chatDb = messagesPaths(readEnvironment().home).database
  const examination = await examineIsolation({ chatDb, bridgeFlags: nodeFlags })
  const surprising = surprises(examination)
  process.stdout.write(json ? `${JSON.stringify(examination, null, 2)}\n` : formatExamination(examination, surprising))
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
