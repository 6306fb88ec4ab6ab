/** Formats the settings for the terminal; secrets, the password and keys are reduced to whether they are set. */
import { type PluginSchemas, settingsView } from '../../actions/settings-view.ts'
import { isObject } from '../../base/json-object.ts'
import { Config } from '../../contract/config.ts'
import { names } from '../../contract/names.ts'
import { isHiddenSecret } from '../../domain/plugin-settings.ts'
import type { Schema } from '../../domain/settings/schema.ts'
import type { Setting } from '../../domain/settings/setting.ts'
import { readPid } from '../../store/process-lock.ts'
import { launchdIfHere } from '../agents/launchd.ts'
import { type Environment, readEnvironment } from '../environment.ts'
import type { LocalService } from '../local-service.ts'
import { plain } from '../plugins/format-plugins.ts'

export function configView(config: Config, schemas: PluginSchemas): Record<string, unknown> {
  const { password_hash, api_keys } = config.auth
  const auth = { password_hash: { set: password_hash !== null }, api_keys: { set: api_keys.length > 0 } }
  return { ...settingsView(config, schemas), auth }
}

/** Returns the default where nothing is set, and null where there is no default. */
export function valueAt(view: unknown, { keys, schema }: Pick<Setting, 'keys' | 'schema'>): unknown {
  const value = keys.reduce<unknown>(
    (above, key) => (isObject(above) && Object.hasOwn(above, key) ? above[key] : undefined),
    view,
  )
  return value ?? schema.default ?? null
}

/** Formats a text as it is, and everything else as JSON. */
export const formatValue = (value: unknown): string => {
  if (isHiddenSecret(value)) return value.set ? 'set' : 'not set'
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2)
}

/** Returns a line for each setting; values that differ from the default are marked. */
export function formatConfig(view: Record<string, unknown>): string[] {
  const rows = rowsOf(view, Config as Schema, [])
  const width = Math.max(0, ...rows.map(({ path }) => path.length))
  return rows.map(({ path, value, isDefault }) =>
    `${isDefault ? ' ' : '*'} ${path.padEnd(width)}  ${formatInLine(path, value)}`.trimEnd(),
  )
}

interface Row {
  path: string
  value: unknown
  isDefault: boolean
}

function rowsOf(value: unknown, schema: Schema | undefined, above: readonly string[]): Row[] {
  if (isObject(value) && !isHiddenSecret(value) && Object.keys(value).length > 0)
    return Object.entries(value).flatMap(([key, inner]) => rowsOf(inner, schema?.properties?.[key], [...above, key]))
  const isDefault = isHiddenSecret(value) ? !value.set : JSON.stringify(value) === JSON.stringify(schema?.default)
  return [{ path: above.join('.'), value, isDefault }]
}

export function formatInLine(path: string, value: unknown): string {
  if (value === null || value === '' || (Array.isArray(value) && value.length === 0)) return 'none'
  if (isObject(value) && Object.keys(value).length === 0) return 'none'
  if (!Array.isArray(value))
    return plain(isObject(value) && !isHiddenSecret(value) ? JSON.stringify(value) : formatValue(value))
  if (value.every((each) => typeof each !== 'object')) return plain(value.join(', '))
  return `${value.length} of them: service config get ${path}`
}

export async function whenInForce(restart: string | null, { dir, isBridgeAlive }: LocalService): Promise<string> {
  const web = readPid(dir.webPidFile)
  if (web === undefined && !isBridgeAlive()) return 'In force once the service starts.'
  if (restart === null) return 'In force within two seconds.'
  if (web === undefined) return 'In force once the web process starts.'
  const how = (await isAgent(web, readEnvironment()))
    ? `${names.command} restart`
    : `end it with Ctrl-C and type ${names.command} up`
  return `In force once the web process has started anew: ${how}`
}

async function isAgent(pid: number, environment: Environment): Promise<boolean> {
  const agent = await launchdIfHere(environment)?.stateOf(names.launchAgents.web)
  return agent?.pid === pid
}
