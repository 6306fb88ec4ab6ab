/**
 * Holds the configuration in force while a process runs: notices changes of the file, keeps the last good one when the
 * file breaks, and changes it without losing another writer's change.
 */
import type { Config } from '../contract/config.ts'
import type { Logger } from '../contract/log-entry.ts'
import { hasCode, type ServiceError } from '../domain/service-error.ts'
import { nothingChanged, type SettingFault } from '../domain/settings/faults.ts'
import { absentRev, type ConfigSnapshot, configGone, readConfig, saveConfig } from './config-file.ts'
import { type ConfigInForce, rememberGoodConfig } from './config-in-force.ts'
import { watchConfig } from './config-watch.ts'
import type { ServiceDir } from './service-dir.ts'

export interface Settings {
  current(): Config
  /** Called at once and after every change. */
  onChange(listener: (config: Config) => void): void
  /**
   * Makes the patch (RFC 7396) from the configuration in the file, and makes it again when someone else was faster.
   * Throws `invalid_request` when the patch is wrong, `config_invalid` when the file itself is, and `conflict`.
   */
  change(patchOf: (current: Config) => unknown): Config
  close(): void
}

const changeAttempts = 10

export function openSettings(dir: ServiceDir, inForce: ConfigInForce, log: Logger): Settings {
  let current: ConfigSnapshot = inForce
  const listeners: ((config: Config) => void)[] = []

  const report = (problem: ServiceError | undefined) =>
    problem === undefined ? log.info('config.json is good again') : log.error(`${problem.message} ${whereOf(problem)}`)
  const reportUnknown = ({ unknownKeys }: ConfigSnapshot) => {
    if (unknownKeys.length > 0)
      log.warn(`config.json has keys that this release does not know: ${unknownKeys.join(', ')}`)
  }
  if (inForce.problem === undefined) rememberGoodConfig(dir)
  else report(inForce.problem)
  reportUnknown(inForce)

  function take(snapshot: ConfigSnapshot): void {
    if (snapshot.rev === current.rev) return
    current = snapshot
    reportUnknown(snapshot)
    rememberGoodConfig(dir)
    log.info('settings changed')
    for (const listener of listeners) listener(snapshot.config)
  }

  const watch = watchConfig({ file: dir.configFile, inForceRev: inForce.rev, onChange: take, onProblem: report })
  return {
    current: () => current.config,
    onChange(listener) {
      listeners.push(listener)
      listener(current.config)
    },
    change(patchOf) {
      take(changed(dir.configFile, current.rev, patchOf))
      return current.config
    },
    close: watch.close,
  }
}

function changed(path: string, inForceRev: string, patchOf: (current: Config) => unknown): ConfigSnapshot {
  for (let attempt = 1; ; attempt++) {
    const { snapshot, problem } = readConfig(path)
    if (problem !== undefined) throw problem
    if (snapshot.rev === absentRev && inForceRev !== absentRev) throw configGone(path)
    try {
      return saveConfig(path, patchOf(snapshot.config), { ifRev: snapshot.rev })
    } catch (error) {
      // The file was valid a moment ago, so the patch is what is wrong.
      if (hasCode(error, 'config_invalid')) throw nothingChanged(error.details.faults as SettingFault[])
      if (!hasCode(error, 'conflict') || attempt === changeAttempts) throw error
    }
  }
}

/** Contains paths and reasons but never values, since the file holds secrets. */
const whereOf = ({ details }: ServiceError): string => JSON.stringify(details)
