/**
 * Chooses the configuration to start with: config.json, or the last good copy while config.json is broken. Reading
 * writes nothing.
 */
import { hasCode, type ServiceError } from '../domain/service-error.ts'
import { writeAtomically } from './atomic-file.ts'
import { absentRev, type ConfigSnapshot, configGone, readConfig, readConfigText, snapshotOf } from './config-file.ts'

export interface ConfigInForce extends ConfigSnapshot {
  /** The problem with config.json while the file itself cannot be used. */
  problem?: ServiceError
}

interface ConfigFiles {
  configFile: string
  lastGoodConfigFile: string
}

/**
 * Throws when there is nothing to fall back to instead of starting with defaults: those would open the service to
 * everyone who needed a password until then. A file that others can read is always refused.
 */
export function loadConfig({ configFile, lastGoodConfigFile }: ConfigFiles): ConfigInForce {
  const { snapshot, problem } = readConfig(configFile)
  if (problem !== undefined && !hasCode(problem, 'config_invalid')) throw problem
  const kept = readConfig(lastGoodConfigFile).snapshot
  const lastGood = kept?.rev === absentRev ? undefined : kept
  if (snapshot === undefined) {
    if (lastGood === undefined) throw problem
    return { ...lastGood, problem }
  }
  // To start afresh, the user has to remove the copy as well, so that a password is never lost by accident.
  if (snapshot.rev === absentRev && typeof lastGood?.config.auth.password_hash === 'string')
    return { ...lastGood, problem: configGone(configFile) }
  return snapshot
}

/**
 * Keeps a copy of config.json as it is now, if it is valid. A process calls this once it has applied that
 * configuration. A failure to keep the copy, for example on a full disk, stops nothing.
 */
export function rememberGoodConfig({ configFile, lastGoodConfigFile }: ConfigFiles): void {
  try {
    const text = readConfigText(configFile)
    if (text === undefined) return
    const { rev } = snapshotOf(configFile, text)
    if (readConfig(lastGoodConfigFile).snapshot?.rev !== rev) writeAtomically(lastGoodConfigFile, text)
  } catch {
    // Starting with the previous copy is better than having none.
  }
}
