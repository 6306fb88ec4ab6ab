/** The configuration in force while the bridge runs: noticed when it changes, kept when it breaks. */
import type { Config } from '../contract/config.ts'
import type { Logger } from '../contract/log-entry.ts'
import type { ServiceError } from '../domain/service-error.ts'
import { type ConfigInForce, rememberGoodConfig } from '../store/config-in-force.ts'
import { watchConfig } from '../store/config-watch.ts'
import type { ServiceDir } from '../store/service-dir.ts'

export interface Settings {
  readonly current: Config
  /** Called at once and after every change. */
  onChange(listener: (config: Config) => void): void
  close(): void
}

export function watchSettings(dir: ServiceDir, inForce: ConfigInForce, log: Logger): Settings {
  let current = inForce.config
  const listeners: ((config: Config) => void)[] = []
  const report = (problem: ServiceError | undefined) =>
    problem === undefined ? log.info('config.json is good again') : log.error(`${problem.message} ${whereOf(problem)}`)
  if (inForce.problem !== undefined) report(inForce.problem)
  const watch = watchConfig({
    file: dir.configFile,
    inForceRev: inForce.rev,
    onChange({ config, unknownKeys }) {
      current = config
      if (unknownKeys.length > 0)
        log.warn(`config.json has keys that this release does not know: ${unknownKeys.join(', ')}`)
      rememberGoodConfig(dir)
      log.info('settings changed')
      for (const listener of listeners) listener(config)
    },
    onProblem: report,
  })
  return {
    get current() {
      return current
    },
    onChange(listener) {
      listeners.push(listener)
      listener(current)
    },
    close: watch.close,
  }
}

/** Paths and reasons, never values: the file holds secrets. */
const whereOf = ({ details }: ServiceError): string => JSON.stringify(details)
