/**
 * Checks the contract of an integration: the same check for bundled and foreign plugins, in the runner and before a
 * plugin is listed.
 */
import { isObject } from '../base/json-object.ts'
import type { PageManifest } from '../contract/plugin-page.ts'
import { declaredHostProblem } from '../domain/permitted-hosts.ts'
import type { IntegrationClass, NetworkPlace, SettingsSchema, Tier } from '../plugin-api/index.ts'
import { pageManifestOf, pageViolation } from './page-manifest.ts'
import { type Translations, translationsViolation } from './translations.ts'

/** The declaration of a plugin about itself. */
export interface Manifest {
  name: string
  tier: Tier
  settings_schema: SettingsSchema
  display_name: string | null
  description: string | null
  network: NetworkPlace[]
  /** The plugin's part of the page. */
  page: PageManifest | null
  /** Its texts in other languages, by language. */
  translations: Translations
}

export type Checked = { plugin: IntegrationClass } | { violation: string }

const tiers: readonly unknown[] = ['core', 'official', 'notify']
/** Names of the service itself in log and mirror, where a plugin's name would also appear. */
const sources: readonly string[] = ['bridge', 'web']
const methods = ['start', 'stop', 'on_inbound'] as const

const isPluginName = (name: unknown): name is string => typeof name === 'string' && /^[a-z][a-z0-9_]{0,63}$/.test(name)

/** Checks the default export of the module, or its first exported class that has a NAME. */
export function checkContract(module: Readonly<Record<string, unknown>>): Checked {
  const candidate = module.default ?? Object.values(module).find((one) => isClass(one) && 'NAME' in one)
  if (!isClass(candidate)) return { violation: 'the module exports no class with NAME, TIER and SETTINGS_SCHEMA' }
  const violation = staticViolation(candidate) ?? methodViolation(candidate)
  return violation === undefined ? { plugin: candidate as unknown as IntegrationClass } : { violation }
}

export const manifestOf = (plugin: IntegrationClass): Manifest => ({
  name: plugin.NAME,
  tier: plugin.TIER,
  settings_schema: plugin.SETTINGS_SCHEMA,
  display_name: plugin.DISPLAY_NAME ?? null,
  description: plugin.DESCRIPTION ?? null,
  network: (plugin.NETWORK ?? []).map(({ host, port, reason }) => ({ host, port, reason })),
  page: plugin.UI === undefined ? null : pageManifestOf(plugin.UI),
  translations: plugin.TRANSLATIONS ?? {},
})

interface Candidate {
  prototype: Record<string, unknown>
  [member: string]: unknown
}

const isClass = (value: unknown): value is Candidate => typeof value === 'function' && isObject(value.prototype)

const isTextOrAbsent = (value: unknown) => value === undefined || typeof value === 'string'

function staticViolation({
  NAME,
  TIER,
  SETTINGS_SCHEMA,
  DISPLAY_NAME,
  DESCRIPTION,
  NETWORK,
  UI,
  TRANSLATIONS,
}: Candidate): string | undefined {
  if (!isPluginName(NAME)) return 'NAME is not snake_case (a-z, 0-9, _; at most 64 characters)'
  if (sources.includes(NAME)) return `NAME ${NAME} is kept for the service's own entries in log and mirror`
  if (!tiers.includes(TIER)) return 'TIER is none of core, official, notify'
  if (!isObject(SETTINGS_SCHEMA) || Array.isArray(SETTINGS_SCHEMA)) return 'SETTINGS_SCHEMA is not a JSON Schema object'
  if (!isTextOrAbsent(DISPLAY_NAME)) return 'DISPLAY_NAME is not a string'
  if (!isTextOrAbsent(DESCRIPTION)) return 'DESCRIPTION is not a string'
  const network = NETWORK === undefined ? undefined : networkViolation(NETWORK)
  const page = UI === undefined ? undefined : pageViolation(UI, TIER)
  return network ?? page ?? (TRANSLATIONS === undefined ? undefined : translationsViolation(TRANSLATIONS))
}

function networkViolation(network: unknown): string | undefined {
  if (!Array.isArray(network)) return 'NETWORK is not a list of hosts, ports and reasons'
  const problem = network.map(placeViolation).find((one) => one !== undefined)
  return problem && `NETWORK: ${problem}`
}

const longestReason = 300

function placeViolation(place: unknown): string | undefined {
  if (!isObject(place)) return 'a place has a host, a port and a reason'
  const { host, port, reason } = place
  if (typeof reason !== 'string' || reason === '' || reason.length > longestReason)
    return 'a place needs a short reason'
  return declaredHostProblem({ host, port })
}

export const isNetworkPlace = (value: unknown): value is NetworkPlace => placeViolation(value) === undefined

function methodViolation({ prototype }: Candidate): string | undefined {
  const missing = methods.filter((method) => typeof prototype[method] !== 'function')
  return missing.length === 0 ? undefined : `the class lacks the method ${missing.join(', ')}`
}
