/** One exit code for a whole diagnosis: the worst first. What is a choice of its owner is no failure. */
import { errors, exitCodes } from '../../contract/errors.ts'
import type { Diagnosis } from './diagnosis.ts'

export function exitCodeOf({ checks, files, tried_by }: Diagnosis): number {
  const refused = files.find(({ code }) => code !== null)?.code
  if (refused) return errors[refused].exit
  if (checks.some(({ kind, state }) => kind === 'permission' && state === 'missing')) return exitCodes.permission
  const bridgeRuns = checks.some(
    ({ name, finding }) => name === 'full_disk_access_bridge' && finding !== 'bridge_untold',
  )
  return tried_by === 'web' && bridgeRuns ? exitCodes.done : exitCodes.notRunning
}
