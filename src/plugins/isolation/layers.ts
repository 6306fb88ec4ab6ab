/** Lists the layers of isolation around a plugin on this machine, for its record. */
import type { IsolationLayer } from '../../contract/plugin.ts'
import { hasNetworkPermission } from './permission-flags.ts'
import type { Wall } from './wall.ts'

export function layersAround({ missing }: Pick<Wall, 'missing'>, hasEgressSocket: boolean): IsolationLayer[] {
  const isCutOff = missing === null || (hasNetworkPermission && !hasEgressSocket)
  return [
    { layer: 'process', held: true, reason: null },
    { layer: 'permissions', held: true, reason: null },
    { layer: 'os_sandbox', held: missing === null, reason: missing },
    {
      layer: 'egress',
      held: isCutOff,
      reason: isCutOff ? null : 'without a sandbox it can go around the list of its hosts',
    },
  ]
}
