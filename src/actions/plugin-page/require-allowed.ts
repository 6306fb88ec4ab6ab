/** Checks that a plugin on the page may make a call: by its tier and permissions, and by the scopes of the caller. */
import { type PageCallName, pageCalls } from '../../contract/plugin-page-calls.ts'
import type { PagePermission } from '../../contract/plugin-slots.ts'
import { ServiceError } from '../../domain/service-error.ts'
import type { ActionRequest } from '../action.ts'
import type { Services } from '../services.ts'
import type { PagedPlugin } from './paged-plugin.ts'

/** Throws `tier_violation` or `forbidden`. */
export function requireAllowed(
  method: PageCallName,
  plugin: PagedPlugin,
  { audit }: Services,
  { caller }: ActionRequest,
): void {
  const row: { scope: string; permission?: PagePermission } = pageCalls[method]
  if (row.permission !== undefined && !mayDo(row.permission, plugin)) {
    audit.append({
      ...{ action: 'tier_violation', principal: `plugin:${plugin.name}`, target: `page ${method}`, result: 'refused' },
    })
    throw new ServiceError('tier_violation', `This plugin may not call ${method}.`, { missing: row.permission })
  }
  if (!caller.scopes.some((scope) => scope === row.scope))
    throw new ServiceError('forbidden', `This key lacks the scope ${row.scope}.`, {
      missing: `scope ${row.scope}`,
    })
}

const mayDo = (permission: PagePermission, { tier, page }: PagedPlugin): boolean =>
  tier !== 'notify' && page.permissions.includes(permission)
