/**
 * Changes the settings for every caller. A change that would make them wrong is refused with its path, and nothing is
 * written.
 */
import { isDeepStrictEqual } from 'node:util'
import { Value } from '@sinclair/typebox/value'
import { isObject } from '../base/json-object.ts'
import { Config } from '../contract/config.ts'
import { isLoopback } from '../domain/access/address.ts'
import { ownSettings } from '../domain/plugin-configuration.ts'
import { withoutShownSecrets } from '../domain/plugin-settings.ts'
import { requireSound } from '../domain/rules/stored-rule.ts'
import { hasCode, ServiceError } from '../domain/service-error.ts'
import { nothingChanged, type SettingFault } from '../domain/settings/faults.ts'
import { pluginFaults } from '../domain/settings/plugin-faults.ts'
import { missingThemes, ofSystem } from '../domain/theme/choice.ts'
import { mergePatch } from '../store/merge-patch.ts'
import type { Services } from './services.ts'
import type { PluginSchemas } from './settings-view.ts'
import { allThemes } from './theme-look.ts'

type Patch = Readonly<Record<string, unknown>>

interface Change {
  /** A patch by RFC 7396, or a function of the current file where the patch depends on it. */
  patch: Patch | ((current: Config) => Patch)
  /** The actor of the change, in the form of the audit log. */
  principal: string
}

type Known = Pick<Services, 'themes'> & { schemas: PluginSchemas }
type ChangeServices = Pick<Services, 'settings' | 'audit'> & Known

/** Throws `invalid_request` or `no_password`; nothing is changed then. */
export function changedSettings({ patch, principal }: Change, { settings, audit, ...known }: ChangeServices): Config {
  let meant: Patch = {}
  const changed = settings.change((current) => {
    const asked = typeof patch === 'function' ? patch(current) : patch
    if (Object.hasOwn(asked, 'auth'))
      throw new ServiceError('invalid_request', 'Passwords and keys are no settings.', {
        in: 'body',
        path: 'auth',
        reason: 'is changed by /api/v1/password and /api/v1/keys',
      })
    meant = { ...asked, ...compatOf(asked), ...integrationsOf(asked, known.schemas) }
    const faults = [
      ...themeFaults(meant, current, known),
      ...ruleFaults(meant, current),
      ...integrationFaults(meant, current, known),
    ]
    if (faults.length > 0) throw nothingChanged(faults)
    requirePassword(meant, current)
    return meant
  })
  audit.append({ action: 'settings_changed', principal, target: placesIn(meant).join(' '), result: 'ok' })
  return changed
}

/** A chosen theme that was removed since may stay chosen. */
function themeFaults({ themes: wanted }: Patch, { themes: chosen }: Config, known: Known): SettingFault[] {
  const after = wanted === undefined ? chosen : mergePatch(chosen, wanted)
  if (!Value.Check(Config.properties.themes, after)) return []
  const themes = allThemes(known)
  const names = themes.map(({ name }) => name)
  return missingThemes(after, themes).flatMap((key) => {
    if (after[key] === chosen[key]) return []
    const choices = key === 'active' ? [ofSystem, ...names] : names
    return { path: `themes.${key}`, reason: `must be a theme that is there: ${choices.join(', ')}` }
  })
}

/**
 * Checks what no schema can express. Rules of the wrong shape are left to the schema, and unchanged rules are not
 * checked.
 */
function ruleFaults({ rules: given }: Patch, current: Config): SettingFault[] {
  // Omitted fields get their defaults when a rule is stored.
  const rules = Value.Default(Config.properties.rules, structuredClone(given))
  if (!Value.Check(Config.properties.rules, rules)) return []
  return rules.flatMap((rule, index) => {
    if (current.rules.some((each) => isDeepStrictEqual(each, rule))) return []
    try {
      requireSound(rule)
      return []
    } catch (error) {
      if (!hasCode(error, 'invalid_request')) throw error
      const { path, column, reason } = error.details
      const what = column === undefined ? String(reason) : `cannot be understood at column ${column}: ${reason}`
      return { ...error.details, path: `rules.${index}.${path}`, reason: what }
    }
  })
}

/**
 * Checks plugins as far as they are known: before the first start of a bridge, errors show up only when the plugin
 * starts.
 */
function integrationFaults({ integrations }: Patch, current: Config, { schemas }: Known): SettingFault[] {
  if (!isObject(integrations) || schemas.size === 0) return []
  return Object.entries(integrations).flatMap(([name, patch]) => {
    if (!isObject(patch)) return []
    const before = Object.hasOwn(current.integrations, name) ? (current.integrations[name] ?? {}) : {}
    const after = mergePatch(before, patch) as typeof before
    if (isDeepStrictEqual(before, after)) return []
    const schema = schemas.get(name)
    if (schema === undefined) return { path: `integrations.${name}`, reason: 'is no plugin that was found' }
    const faults = pluginFaults({ before: ownSettings(before), after: ownSettings(after), schema })
    return faults.map(({ path, reason }) => ({ path: `integrations.${name}.${path}`, reason }))
  })
}

/** Requires a password: without one the web process would not start again on such an address. */
function requirePassword({ web: wanted }: Patch, { auth, web }: Config): void {
  const host = isObject(wanted) ? wanted.host : undefined
  if (typeof host !== 'string' || isLoopback(host) || auth.password_hash !== null || host === web.host) return
  throw new ServiceError('no_password', 'Nothing was changed: what listens on the network needs a password.', {
    path: 'web.host',
    reason: 'needs a password',
  })
}

const compatOf = ({ compat }: Patch): Patch =>
  isObject(compat) ? { compat: withoutShownSecrets(compat, Config.properties.compat) } : {}

function integrationsOf({ integrations }: Patch, schemas: PluginSchemas): Patch {
  if (!isObject(integrations)) return {}
  const meant = Object.entries(integrations).map(([name, own]) => [
    name,
    isObject(own) ? withoutShownSecrets(own, schemas.get(name)) : own,
  ])
  return { integrations: Object.fromEntries(meant) }
}

/** Returns names only, as `relay.scope`, because values may be secrets or people. */
const placesIn = (patch: Patch): string[] =>
  Object.entries(patch).flatMap(([key, value]) =>
    isObject(value) ? placesIn(value).map((place) => `${key}.${place}`) : [key],
  )
