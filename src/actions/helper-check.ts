/** Checks the private helper, where one is set: whether it responds, its version, and whether its private API works. */
import { found } from '../contract/findings.ts'
import type { SetupCheck } from '../contract/setup.ts'
import { type CheckResult, checkOf } from './check.ts'
import type { Services } from './services.ts'

export async function helperCheck({ helper, mac }: Pick<Services, 'helper' | 'mac'>): Promise<SetupCheck[]> {
  const [report, macos] = await Promise.all([helper.report(), mac.macos()])
  if (report === null) return []
  const { name, isReachable, trouble } = report
  const version = report.version ?? ''
  const result: CheckResult =
    trouble === null
      ? { state: 'granted', ...found('helper_works', { name, version }) }
      : isReachable
        ? { state: 'missing', ...found('helper_partial', { name, version, reason: trouble }) }
        : { state: 'missing', ...found('helper_unreachable', { reason: trouble }) }
  return [checkOf({ name: 'helper', kind: 'state', macos }, result)]
}
