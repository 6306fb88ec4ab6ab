/**
 * `service doctor`: reports what is in place and what is missing, with the remedy; or whether the isolation of plugins
 * holds.
 */
import { Command } from 'commander'
import { diagnosis } from '../doctor/diagnosis.ts'
import { exitCodeOf } from '../doctor/exit-code.ts'
import { formatDiagnosis } from '../doctor/format-diagnosis.ts'
import { tryIsolation } from '../doctor/isolation.ts'
import { readEnvironment } from '../environment.ts'

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
      process.stdout.write(json ? `${JSON.stringify(found, null, 2)}\n` : formatDiagnosis(found))
      process.exitCode = exitCodeOf(found)
    })
}
