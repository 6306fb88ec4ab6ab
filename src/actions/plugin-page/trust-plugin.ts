/**
 * Implements PUT /api/ui/plugins/{name}/trust, which makes a plugin a part of the page or puts it back into its frame.
 */
import { principalOf } from '../../domain/access/principal.ts'
import { ServiceError } from '../../domain/service-error.ts'
import type { Action } from '../action.ts'
import { pluginRecord } from '../plugin-records.ts'

export const trustPlugin: Action<'trust_plugin'> = ({ name, trust }, services, { caller }) => {
  const { page } = pluginRecord(name, services)
  if (page === null) throw new ServiceError('plugin_not_found', 'This plugin has no place on the page.')
  const isFull = trust === 'full'
  services.consents.setPageTrust(name, isFull ? { granted_at: new Date(services.nowMs()).toISOString() } : undefined)
  services.audit.append({
    ...{ action: isFull ? 'plugin_trusted' : 'plugin_framed', principal: principalOf(caller), target: name },
    result: 'ok',
  })
  return pluginRecord(name, services)
}
