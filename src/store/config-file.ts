/**
 * Reads config.json with its defaults and saves it by merge patch. A file that is broken or readable by others is
 * reported and never overwritten.
 */
import { createHash } from 'node:crypto'
import { closeSync, constants, fstatSync, readFileSync } from 'node:fs'
import type { TSchema } from '@sinclair/typebox'
import { Value, type ValueError } from '@sinclair/typebox/value'
import { hasErrno } from '../base/errors.ts'
import { isObject } from '../base/json-object.ts'
import { Config } from '../contract/config.ts'
import { ServiceError } from '../domain/service-error.ts'
import type { SettingFault } from '../domain/settings/faults.ts'
import { writeAtomically } from './atomic-file.ts'
import { withLock } from './file-lock.ts'
import { mergePatch } from './merge-patch.ts'
import { openOwned, readableByOthers } from './owned-file.ts'

export interface ConfigSnapshot {
  config: Config
  /**
   * Differs after every change of the file; pass it to `saveConfig` to make sure that nobody else has changed the file.
   */
  rev: string
  /** Keys that this release does not know. They stay in the file. */
  unknownKeys: string[]
}

export type ConfigReading =
  | { snapshot: ConfigSnapshot; problem?: undefined }
  | { snapshot?: undefined; problem: ServiceError }

/** The `rev` while there is no file and all settings have their defaults. */
export const absentRev = 'absent'

const revLength = 16
const saveWaitMs = 2_000

/** Reads the file; the possible problems are `config_invalid`, `config_exposed` and `unsafe_file`. */
export function readConfig(path: string): ConfigReading {
  try {
    const text = readConfigText(path)
    return { snapshot: snapshotOf(path, text) }
  } catch (problem) {
    if (problem instanceof ServiceError) return { problem }
    throw problem
  }
}

/**
 * Throws `conflict` when the file is not at `ifRev`, and the problem of the file as it is now or as it would be after
 * the change.
 */
export function saveConfig(path: string, patch: unknown, { ifRev }: { ifRev?: string } = {}): ConfigSnapshot {
  const save = () => {
    const text = readConfigText(path)
    const before = snapshotOf(path, text)
    if (ifRev !== undefined && ifRev !== before.rev) throw conflict(path)
    const after = patched(path, text, patch)
    requireKnownKeys(path, before, after)
    // An editor takes no lock: this check leaves it only the microseconds until the rename.
    if (revOf(readConfigText(path)) !== before.rev) throw conflict(path)
    writeAtomically(path, after.text)
    return after.snapshot
  }
  return withLock(`${path}.lock`, save, saveWaitMs)
}

/** Returns undefined when there is no file. */
export function readConfigText(path: string): string | undefined {
  let fd: number | undefined
  try {
    fd = openOwned(path, constants.O_RDONLY)
    const stats = fstatSync(fd)
    if (readableByOthers(stats)) throw exposed(path, stats.mode)
    if (stats.size > maxConfigBytes)
      throw invalid(path, [{ path: '', reason: `is larger than ${maxConfigBytes} bytes` }])
    return readFileSync(fd, 'utf8')
  } catch (error) {
    if (hasErrno(error, 'ENOENT')) return undefined
    throw error
  } finally {
    if (fd !== undefined) closeSync(fd)
  }
}

/** Returns the configuration that the text describes; throws `config_invalid`. `path` is only used in the message. */
export function snapshotOf(path: string, text: string | undefined): ConfigSnapshot {
  const parsed = text === undefined ? validateConfig({}) : parseConfig(text)
  if (parsed.faults) throw invalid(path, parsed.faults)
  return { config: parsed.config, unknownKeys: parsed.unknownKeys, rev: revOf(text) }
}

function patched(path: string, text: string | undefined, patch: unknown) {
  const before = text === undefined ? { version: 1 } : JSON.parse(text.replace(/^\ufeff/, ''))
  const after = `${JSON.stringify(mergePatch(before, patch), null, 2)}\n`
  return { text: after, snapshot: snapshotOf(path, after) }
}

function requireKnownKeys(path: string, before: ConfigSnapshot, { snapshot }: { snapshot: ConfigSnapshot }): void {
  const added = snapshot.unknownKeys.filter((key) => !before.unknownKeys.includes(key))
  if (added.length > 0)
    throw invalid(
      path,
      added.map((key) => ({ path: key, reason: 'is not a setting' })),
    )
}

const revOf = (text: string | undefined): string =>
  text === undefined ? absentRev : createHash('sha256').update(text).digest('hex').slice(0, revLength)

function invalid(path: string, faults: SettingFault[]): ServiceError {
  const what = faults.map((fault) => `${fault.path} ${fault.reason}`.trim()).join('; ')
  return new ServiceError('config_invalid', `${path}: ${what}.`, { path, faults })
}

/** A file that existed and is now missing is not taken as a wish for the defaults, which would remove the password. */
export const configGone = (path: string): ServiceError =>
  new ServiceError('config_invalid', `${path} is gone.`, { path })

const exposed = (path: string, mode: number): ServiceError =>
  new ServiceError('config_exposed', `${path} has mode ${(mode & 0o777).toString(8)}.`, { path })

const conflict = (path: string): ServiceError =>
  new ServiceError('conflict', `${path} is not at the revision that was read.`, { path })

type ParsedConfig =
  | { config: Config; unknownKeys: string[]; faults?: undefined }
  | { config?: undefined; faults: SettingFault[] }

const maxConfigBytes = 1024 * 1024
const maxFaults = 20

/**
 * Parses the text of config.json into a configuration with its defaults, or into a list of what is wrong with it,
 * without quoting any value.
 */
function parseConfig(text: string): ParsedConfig {
  if (text.length > maxConfigBytes) return fault(`is larger than ${maxConfigBytes} bytes`)
  if (text.trim() === '') return fault('is empty')
  try {
    return validateConfig(JSON.parse(text.replace(/^\ufeff/, '')))
  } catch (error) {
    return fault(`is not valid JSON${placeIn(error)}`)
  }
}

/** Fills the defaults into `value`, which it modifies. */
function validateConfig(value: unknown): ParsedConfig {
  const unknownKeys = unknownKeysOf(Config, value, '')
  const config = Value.Default(Config, value)
  if (Value.Check(Config, config)) return { config, unknownKeys }
  const faults = [...Value.Errors(Config, config)].slice(0, maxFaults).map((error) => ({
    path: error.path.slice(1).replaceAll('/', '.'),
    reason: reasonOf(error),
  }))
  return { faults }
}

const fault = (reason: string): ParsedConfig => ({ faults: [{ path: '', reason }] })

/** Returns only the position: the rest of a SyntaxError quotes the text, and config.json holds secrets. */
function placeIn(error: unknown): string {
  const place = error instanceof SyntaxError ? /\(line \d+ column \d+\)/.exec(error.message) : null
  return place ? ` ${place[0]}` : ''
}

function reasonOf({ schema, message }: ValueError): string {
  const choices = schema.anyOf ?? (schema.const === undefined ? [] : [schema])
  if (!Array.isArray(choices) || choices.length === 0) return message.charAt(0).toLowerCase() + message.slice(1)
  return `must be ${choices.map((choice: TSchema) => choice.const ?? choice.type).join(' or ')}`
}

function unknownKeysOf(schema: TSchema, value: unknown, path: string): string[] {
  if (!isObject(value) || schema.type !== 'object') return []
  return Object.entries(value).flatMap(([key, child]) => {
    const place = path === '' ? key : `${path}.${key}`
    const known = schemaOf(schema, key)
    if (known) return unknownKeysOf(known, child, place)
    return schema.additionalProperties === true ? [] : [place]
  })
}

function schemaOf({ properties = {}, patternProperties = {} }: TSchema, key: string): TSchema | undefined {
  if (Object.hasOwn(properties, key)) return properties[key]
  const pattern = Object.keys(patternProperties).find((pattern) => new RegExp(pattern).test(key))
  return pattern === undefined ? undefined : patternProperties[pattern]
}
