/**
 * Writes the plugins that are enabled from the beginning into config.json, so that the file always shows which plugins
 * run.
 */
import type { Logger } from '../contract/log-entry.ts'
import { enabledByFirstStart } from '../domain/plugin-switch.ts'
import type { Settings } from '../store/settings.ts'

/** Adds only plugins that the file does not mention: one that was disabled stays disabled. */
export function writeFirstSettings(settings: Pick<Settings, 'current' | 'change'>, log: Logger): void {
  const unset = ({ integrations }: ReturnType<Settings['current']>) =>
    enabledByFirstStart.filter((name) => !Object.hasOwn(integrations, name))
  if (unset(settings.current()).length === 0) return
  try {
    settings.change((config) => ({
      integrations: Object.fromEntries(unset(config).map((name) => [name, { enabled: true }])),
    }))
  } catch (error) {
    log.warn(`Automation rules are off, because config.json can't be changed: ${(error as Error).message}`)
  }
}
