/** Finds the enabled plugins that have a slot on the page, as the bridge recorded them, and checks what they may call. */
import { Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { objectIn } from '../../base/json-object.ts'
import { PageManifest } from '../../contract/plugin-page.ts'
import { type PageCallName, pageCalls } from '../../contract/plugin-page-calls.ts'
import type { PagePermission } from '../../contract/plugin-slots.ts'
import { isSwitchedOn } from '../../domain/plugin-configuration.ts'
import { ServiceError } from '../../domain/service-error.ts'
import type { IntegrationRow } from '../../store/journal/integrations.ts'
import type { ActionRequest } from '../action.ts'
import type { Services } from '../services.ts'

export interface PagedPlugin {
  name: string
  title: string
  tier: string
  page: PageManifest
  /** The folder with its files for the page. */
  folder: string
  /** Its module, relative to that folder. */
  module: string
  settingsSchema: Record<string, unknown>
}

/** The page manifest as the bridge recorded it. */
export const Noted = Type.Intersect([PageManifest, Type.Object({ folder: Type.String() })])

type PageServices = Pick<Services, 'journal' | 'settings'>

export function pagedPlugins({ journal, settings }: PageServices): PagedPlugin[] {
  const { integrations } = settings.current()
  return journal.integrations().flatMap((row) => {
    const { page_files: noted } = row.manifest
    if (!isSwitchedOn(integrations, row.name) || !Value.Check(Noted, noted)) return []
    const { folder, ...page } = noted
    return [{ ...toldOf(row), page, ...placeOf(folder, page.entry) }]
  })
}

/** Throws `plugin_not_found`. */
export function pagedPlugin(name: string, services: PageServices): PagedPlugin {
  const found = pagedPlugins(services).find((each) => each.name === name)
  if (found === undefined)
    throw new ServiceError('plugin_not_found', 'No plugin of that name has a place on the page now.')
  return found
}

const toldOf = ({ name, tier, manifest: { display_name: title, settings_schema: schema } }: IntegrationRow) => ({
  name,
  tier,
  title: typeof title === 'string' && title !== '' ? title : name,
  settingsSchema: objectIn(schema),
})

/** The page may load files from the folder of the entry; the rest of the plugin is not accessible. */
function placeOf(folder: string, entry: string) {
  const at = entry.lastIndexOf('/')
  return { folder: `${folder}/${entry.slice(0, at)}`, module: entry.slice(at + 1) }
}

/**
 * Checks that a plugin may make a call: by its tier and permissions, and by the scopes of the caller. Throws
 * `tier_violation` or `forbidden`.
 */
export function requireAllowed(
  method: PageCallName,
  plugin: PagedPlugin,
  { audit }: Services,
  { caller }: ActionRequest,
): void {
  const row: { scope: string; permission?: PagePermission } = pageCalls[method]
  if (row.permission !== undefined && !mayDo(row.permission, plugin)) {
    audit.append({
      action: 'tier_violation',
      principal: `plugin:${plugin.name}`,
      target: `page ${method}`,
      result: 'refused',
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
