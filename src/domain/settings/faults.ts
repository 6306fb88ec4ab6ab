/** What is wrong with a change of the settings, and the one error that says so, whichever door it came by. */
import { ServiceError } from '../service-error.ts'

/** Where it is wrong, as `relay.scope`; empty for the settings as a whole. */
export interface SettingFault {
  path: string
  reason: string
}

/** Paths and reasons, never values: the settings hold secrets. */
export function nothingChanged(faults: readonly SettingFault[]): ServiceError {
  const what = faults.map(({ path, reason }) => `${path} ${reason}`.trim()).join('; ')
  return new ServiceError('invalid_request', `Nothing was changed: ${what}.`, { ...faults[0], faults })
}
