/** `service doctor`: tries on this very machine whether what is promised holds. */
import { Command } from 'commander'
import { exitCodes } from '../../contract/errors.ts'
import { messagesPaths } from '../../mac/messages-paths.ts'
import type { Examination, Examined } from '../../plugins/isolation/corpus/examine.ts'
import { readEnvironment } from '../environment.ts'
import { nodeFlags } from '../node-flags.ts'

interface Options {
  isolation?: boolean
  json?: boolean
}

export function doctorCommand(): Command {
  return new Command('doctor')
    .description('tries whether plugins are kept apart from everything else on this machine')
    .requiredOption('--isolation', 'attack it as a hostile plugin would, in half a minute, and tell what held')
    .option('--json', 'as JSON, for programs')
    .addHelpText(
      'after',
      '\nExamples:\n  service doctor --isolation\n  service doctor --isolation --json | jq .os_sandbox_missing\n\n' +
        'Nothing of yours is changed or told: the attacks aim at files and processes that are made for them.\n' +
        'Exit code 1: an attack passed that should not have.',
    )
    .action(async ({ json }: Options) => {
      // Now, so that no other command carries attacks and host along.
      const { examineIsolation, surprises } = await import('../../plugins/isolation/corpus/examine.ts')
      const chatDb = messagesPaths(readEnvironment().home).database
      const examination = await examineIsolation({ chatDb, bridgeFlags: nodeFlags })
      const surprising = surprises(examination)
      process.stdout.write(json ? `${JSON.stringify(examination, null, 2)}\n` : inWords(examination, surprising))
      process.exitCode = surprising.length === 0 ? exitCodes.done : exitCodes.unexpected
    })
}

function inWords({ os_sandbox_missing: missing, attacks }: Examination, surprising: readonly Examined[]): string {
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
  attacks.length === 0 ? [] : [`${title}:`, ...attacks.map(({ name, what }) => `  ${name.padEnd(26)}to ${what}`)]
