/** Changes one setting in the same way as the API, and reports an invalid value beforehand. */
import { isDeepStrictEqual } from 'node:util'
import { type Schema as JsonSchema, Validator } from '@cfworker/json-schema'
import { changedSettings } from '../../actions/changed-settings.ts'
import type { PluginSchemas } from '../../actions/settings-view.ts'
import { isObject } from '../../base/json-object.ts'
import type { Config } from '../../contract/config.ts'
import { sameHandle } from '../../domain/handles.ts'
import { ServiceError } from '../../domain/service-error.ts'
import { givenValue } from '../../domain/settings/given-value.ts'
import { choicesOf, formatAllowed, isOfType, type Schema, waysOf } from '../../domain/settings/schema.ts'
import type { Setting } from '../../domain/settings/setting.ts'
import type { LocalService } from '../local-service.ts'

/** Throws `invalid_request`. The contents of objects are checked later, together with all settings. */
export function valueFor({ path, schema }: Setting, words: readonly string[]): unknown {
  const given = givenValue(words, schema)
  const wrong = given === undefined || !isWhole(schema) ? undefined : misfit(given.value, schema)
  if (given !== undefined && wrong === undefined) return given.value
  throw new ServiceError('invalid_request', `Nothing was changed: ${path} cannot be set to that.`, {
    allowed: formatAllowed(schema),
    ...(wrong && choicesOf(schema) === undefined && { wrong }),
  })
}

/** An object is merged into the existing one, and omits what it does not change, so it is not checked here. */
const isWhole = (schema: Schema): boolean =>
  waysOf(schema).every((way) => !isOfType(way, 'object') && (way.items === undefined || isWhole(way.items)))

/** Describes the fault without the value itself. */
function misfit(value: unknown, schema: Schema): string | undefined {
  const { valid, errors } = new Validator(schema as JsonSchema, '2020-12', false).validate(value)
  // The last error is the innermost.
  return valid ? undefined : errors.at(-1)?.error
}

export interface SettingsContext {
  service: LocalService
  schemas: PluginSchemas
}

/** Null removes the setting. Throws `invalid_request` and `no_password`. */
export function change(setting: Setting, value: unknown, { service, schemas }: SettingsContext): Config {
  requireOwn(setting)
  return changedSettings({ patch: patchOf(setting, value), principal: 'command' }, { ...service, schemas })
}

export type ListChange = 'add' | 'remove'

/**
 * Changes the list as it is in the file at that moment, so that concurrent additions are kept. Throws
 * `invalid_request`.
 */
export function changeList(
  setting: Setting,
  how: ListChange,
  members: readonly unknown[],
  { service, schemas }: SettingsContext,
) {
  requireOwn(setting)
  const listOf = how === 'add' ? withMembers : withoutMembers
  const patch = (current: Config) => patchOf(setting, listOf(listAt(current, setting), members, setting))
  return changedSettings({ patch, principal: 'command' }, { ...service, schemas })
}

/** Throws `invalid_request`. */
export function requireList({ path, schema }: Setting): void {
  if (waysOf(schema).some((way) => isOfType(way, 'array'))) return
  throw new ServiceError('invalid_request', `${path} is not a list: change it with service config set.`)
}

function requireOwn({ keys: [section] }: Setting): void {
  if (section !== 'auth') return
  throw new ServiceError('invalid_request', 'Passwords and keys are no settings.', {
    changed_by: ['service password', 'service keys'],
  })
}

const patchOf = ({ keys }: Setting, value: unknown) =>
  keys.toReversed().reduce<unknown>((inner, key) => ({ [key]: inner }), value) as Record<string, unknown>

function listAt(config: Config, { keys, schema }: Setting): unknown[] {
  const set = keys.reduce<unknown>((above, key) => (isObject(above) ? above[key] : undefined), config)
  const list = set ?? schema.default
  return Array.isArray(list) ? list : []
}

const withMembers = (list: unknown[], members: readonly unknown[], { path }: Setting): unknown[] =>
  [...list, ...members].filter(
    (member, index, all) => index < list.length || !all.slice(0, index).some(isSame(member, path)),
  )

function withoutMembers(list: unknown[], members: readonly unknown[], { path }: Setting): unknown[] {
  const absent = members.filter((member) => !list.some(isSame(member, path)))
  if (absent.length > 0)
    throw new ServiceError('invalid_request', `Nothing was changed: not all of these are in ${path}.`, { absent })
  return list.filter((each) => !members.some(isSame(each, path)))
}

const listsOfHandles: readonly string[] = ['self_handles', 'whitelist.handles']

/** Different spellings of a number mean the same person. */
const isSame = (member: unknown, path: string) => (other: unknown) =>
  listsOfHandles.includes(path) && typeof member === 'string' && typeof other === 'string'
    ? member === other || sameHandle(member, other)
    : isDeepStrictEqual(member, other)
