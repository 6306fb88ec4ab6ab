/** The configuration to start with: config.json, or the last good one while that is broken. Reading it writes nothing. */
import { hasCode, type ServiceError } from '../domain/service-error.ts'
import { writeAtomically } from './atomic-file.ts'
import { absentRev, type ConfigSnapshot, configGone, readConfig, readConfigText, snapshotOf } from './config-file.ts'

export interface ConfigInForce extends ConfigSnapshot {
  /** Set while config.json itself cannot be used. */
  problem?: ServiceError
}

interface Places {
  configFile: string
  lastGoodConfigFile: string
}

/**
 * Throws when there is nothing to fall back to, rather than start with defaults: those would open the service to everyone
 * who had to give a password until then. A file that others can read is always refused.
 */
export function loadConfig({ configFile, lastGoodConfigFile }: Places): ConfigInForce {
  const { snapshot, problem } = readConfig(configFile)
  if (problem !== undefined && !hasCode(problem, 'config_invalid')) throw problem
  const kept = readConfig(lastGoodConfigFile).snapshot
  const lastGood = kept?.rev === absentRev ? undefined : kept
  if (snapshot === undefined) {
    if (lastGood === undefined) throw problem
    return { ...lastGood, problem }
  }
  // Whoever removes the file to begin anew has to remove the copy, too: a password is not lost by accident.
  if (snapshot.rev === absentRev && typeof lastGood?.config.auth.password_hash === 'string')
    return { ...lastGood, problem: configGone(configFile) }
  return snapshot
}

/** Keeps a copy of config.json as it is now, if it is good: for a process that has taken it into use. That it cannot be kept, on a full disk say, stops nothing. */
export function rememberGoodConfig({ configFile, lastGoodConfigFile }: Places): void {
  try {
    const text = readConfigText(configFile)
    if (text === undefined) return
    const { rev } = snapshotOf(configFile, text)
    if (readConfig(lastGoodConfigFile).snapshot?.rev !== rev) writeAtomically(lastGoodConfigFile, text)
  } catch {
    // The copy of before is the better one to start with than none.
  }
}
