/**
 * Builds the context with which a plugin is started. What its tier may not do rejects with `tier_violation`, by the
 * host's decision.
 */
import type { OfficialContext, PluginContext } from '../../plugin-api/index.ts'
import type { HostFrame, RunnerFrame } from '../protocol.ts'
import type { Ask } from './host-calls.ts'
import { refusedSending, sending } from './sending.ts'

type Init = Extract<HostFrame, { type: 'init' }>
type Level = Extract<RunnerFrame, { type: 'log' }>['level']

const longestLine = 2_048

export interface ContextDeps {
  send: (frame: RunnerFrame) => boolean
  ask: Ask
  signal: AbortSignal
}

export function pluginContext(
  { tier, settings, data_dir }: Init,
  { send, ask, signal }: ContextDeps,
): PluginContext | OfficialContext {
  const log = (level: Level, msg: unknown): void => {
    send({ type: 'log', level, msg: String(msg).slice(0, longestLine) })
  }
  return Object.freeze({
    log_info: (msg: string) => log('info', msg),
    log_warn: (msg: string) => log('warn', msg),
    log_error: (msg: string) => log('error', msg),
    plugin_config: deepFreeze(settings),
    mirror: (event: string, fields: Readonly<Record<string, unknown>> = {}) => {
      if (!send({ type: 'mirror', event: String(event), fields: { ...fields } }))
        log('warn', 'A mirror record was too large and is not written.')
    },
    data_dir,
    signal,
    retry_now: () => void send({ type: 'retry_now' }),
    ...(tier === 'official' ? sending(ask) : refusedSending(ask)),
  })
}

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null) Object.values(value).forEach(deepFreeze)
  return Object.freeze(value)
}
