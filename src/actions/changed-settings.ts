/** A change of the settings, whoever asks for it: nothing of `auth`, no secret as it was shown, no rule that cannot work. */
import { Value } from '@sinclair/typebox/value'
import { Config } from '../contract/config.ts'
import { withoutShownSecrets } from '../domain/plugin-settings.ts'
import { requireSound } from '../domain/rules/sound-rule.ts'
import { hasCode, ServiceError } from '../domain/service-error.ts'
import { isObject } from '../store/merge-patch.ts'
import type { Doors } from './doors.ts'
import type { PluginSchemas } from './settings-view.ts'

type Patch = Readonly<Record<string, unknown>>

interface Change {
  /** RFC 7396; as a function of what is in the file, where it depends on that. */
  patch: Patch | ((current: Config) => Patch)
  /** Who wants it, in the words of the audit log. */
  principal: string
}

type ChangeDoors = Pick<Doors, 'settings' | 'audit'> & { schemas: PluginSchemas }

/** Throws `invalid_request`; nothing is changed then. */
export function changedSettings({ patch, principal }: Change, { settings, audit, schemas }: ChangeDoors): Config {
  let meant: Patch = {}
  const changed = settings.change((current) => {
    const asked = typeof patch === 'function' ? patch(current) : patch
    requireChangeable(asked)
    meant = { ...asked, ...integrationsOf(asked, schemas) }
    return meant
  })
  audit.append({ action: 'settings_changed', principal, target: placesIn(meant).join(' '), result: 'ok' })
  return changed
}

function requireChangeable(patch: Patch): void {
  if (Object.hasOwn(patch, 'auth'))
    throw new ServiceError('invalid_request', 'Passwords and keys are no settings.', {
      ...{ in: 'body', path: 'auth', reason: 'is changed by /api/v1/password and /api/v1/keys' },
    })
  requireSoundRules(patch)
}

/** What no schema can say of a rule. Rules of the wrong form are left to the schema. */
function requireSoundRules({ rules }: Patch): void {
  if (!Value.Check(Config.properties.rules, rules)) return
  for (const [index, rule] of rules.entries())
    try {
      requireSound(rule)
    } catch (error) {
      if (!hasCode(error, 'invalid_request')) throw error
      const path = `rules.${index}.${error.details.path}`
      throw new ServiceError('invalid_request', `Nothing was changed: ${path}: ${error.what}`, {
        ...error.details,
        path,
      })
    }
}

function integrationsOf({ integrations }: Patch, schemas: PluginSchemas): Patch {
  if (!isObject(integrations)) return {}
  const meant = Object.entries(integrations).map(([name, own]) => [
    name,
    isObject(own) ? withoutShownSecrets(own, schemas.get(name)) : own,
  ])
  return { integrations: Object.fromEntries(meant) }
}

/** Names alone, as `relay.scope`: values may be secrets or people. */
const placesIn = (patch: Patch): string[] =>
  Object.entries(patch).flatMap(([key, value]) =>
    isObject(value) ? placesIn(value).map((place) => `${key}.${place}`) : [key],
  )
