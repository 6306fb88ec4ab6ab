/** Derives one exit code from a whole diagnosis: the worst finding decides, and anything marked with ✗ gives a code. */
import { errors, exitCodes } from '../../contract/errors.ts'
import type { Diagnosis } from './diagnosis.ts'
import { markOf, marks } from './marks.ts'

export function exitCodeOf({ checks, files, tried_by }: Diagnosis): number {
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
