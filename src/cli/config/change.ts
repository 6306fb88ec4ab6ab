/** One setting changed, by the door through which the API changes them, too; what is wrong with it is said before. */
import { type Schema as JsonSchema, Validator } from '@cfworker/json-schema'
import { changedSettings } from '../../actions/changed-settings.ts'
import type { PluginSchemas } from '../../actions/settings-view.ts'
import type { Config } from '../../contract/config.ts'
import { isLoopback } from '../../domain/access/address.ts'
import { ServiceError } from '../../domain/service-error.ts'
import { allowedInWords } from '../../domain/settings/allowed.ts'
import { givenValue } from '../../domain/settings/given-value.ts'
import { choicesOf, isOfType, type Schema, waysOf } from '../../domain/settings/schema.ts'
import type { Setting } from '../../domain/settings/setting.ts'
import { isObject } from '../../store/merge-patch.ts'
import type { Desk } from '../plugins/desk.ts'

/** Throws `invalid_request`. What is in objects is left to those who look at the settings as a whole. */
export function valueFor({ path, schema }: Setting, words: readonly string[]): unknown {
  const given = givenValue(words, schema)
  const wrong = given === undefined || !isWhole(schema) ? undefined : misfit(given.value, schema)
  if (given !== undefined && wrong === undefined) return given.value
  throw new ServiceError('invalid_request', `Nothing was changed: ${path} cannot be set to that.`, {
    allowed: allowedInWords(schema),
    ...(wrong && choicesOf(schema) === undefined && { wrong }),
  })
}

/** An object is merged into what there is, and lacks what it does not change. */
const isWhole = (schema: Schema): boolean =>
  waysOf(schema).every((way) => !isOfType(way, 'object') && (way.items === undefined || isWhole(way.items)))

/** What is wrong, without the value itself. */
function misfit(value: unknown, schema: Schema): string | undefined {
  const { valid, errors } = new Validator(schema as JsonSchema, '2020-12', false).validate(value)
  // The last one is the innermost.
  return valid ? undefined : errors.at(-1)?.error
}

/** Null takes the setting away. Throws `invalid_request` and `no_password`. */
export function change({ keys }: Setting, value: unknown, { desk, schemas }: { desk: Desk; schemas: PluginSchemas }) {
  const [section] = keys
  if (section === 'auth')
    throw new ServiceError('invalid_request', 'Passwords and keys are no settings.', {
      changed_by: ['service password', 'service keys'],
    })
  const patch = keys.toReversed().reduce<unknown>((inner, key) => ({ [key]: inner }), value)
  requirePassword(patch, desk.settings.current())
  return changedSettings({ patch: patch as Record<string, unknown>, principal: 'command' }, { ...desk, schemas })
}

/** The web process would not start. */
function requirePassword(patch: unknown, { auth, web }: Config): void {
  const changed = isObject(patch) && isObject(patch.web) ? patch.web.host : undefined
  if (typeof changed !== 'string' || isLoopback(changed) || auth.password_hash !== null || changed === web.host) return
  throw new ServiceError('no_password', 'Nothing was changed: what listens on the network needs a password.')
}
