/** Decides how grave the outcome of a check is, for every place that shows it. */
import type { HealthState } from '../../contract/health.ts'
import type { SetupCheck } from '../../contract/setup.ts'

export type Severity = Extract<HealthState, 'ok' | 'warning' | 'failing' | 'unknown'>

/**
 * Whether to set a password, to relay to anybody or to start at login is the owner's decision, and no fault: the service
 * may run in a Terminal window.
 */
export function severityOf({ kind, state }: Pick<SetupCheck, 'kind' | 'state'>): Severity {
  switch (state) {
    case 'granted':
      return 'ok'
    case 'missing':
      return kind === 'choice' || kind === 'agent' ? 'warning' : 'failing'
    case 'checking':
    case 'unknown':
      return 'unknown'
  }
}
