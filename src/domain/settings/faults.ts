/** Reports faults in a change of the settings with one error, whichever surface the change came from. */
import { ServiceError } from '../service-error.ts'

/** The path of the fault, such as `relay.scope`; empty for the settings as a whole. */
export interface SettingFault {
  path: string
  reason: string
}

/** Contains paths and reasons, never values, since the settings hold secrets. */
export function nothingChanged(faults: readonly SettingFault[]): ServiceError {
  const what = faults.map(({ path, reason }) => `${path} ${reason}`.trim()).join('; ')
  return new ServiceError('invalid_request', `Nothing was changed: ${what}.`, { ...faults[0], faults })
}
