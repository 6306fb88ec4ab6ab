/** The context a plugin is started with: what its tier may do, and nothing that would have to be forbidden. */
import type { PluginContext } from '../../plugin-api/index.ts'
import type { HostFrame, RunnerFrame } from '../protocol.ts'

type Init = Extract<HostFrame, { type: 'init' }>
type Level = Extract<RunnerFrame, { type: 'log' }>['level']

const longestLine = 2_048

export function pluginContext(
  { settings, data_dir }: Init,
  send: (frame: RunnerFrame) => boolean,
  signal: AbortSignal,
): PluginContext {
  const log = (level: Level, msg: unknown): void => {
    send({ type: 'log', level, msg: String(msg).slice(0, longestLine) })
  }
  return Object.freeze({
    log_info: (msg: string) => log('info', msg),
    log_warn: (msg: string) => log('warn', msg),
    log_error: (msg: string) => log('error', msg),
    plugin_config: deepFreeze(settings),
    mirror: (event: string, fields: Readonly<Record<string, unknown>>) => {
      if (!send({ type: 'mirror', event: String(event), fields: { ...fields } }))
        log('warn', 'A mirror record was too large and is not written.')
    },
    data_dir,
    signal,
  })
}

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null) Object.values(value).forEach(deepFreeze)
  return Object.freeze(value)
}
