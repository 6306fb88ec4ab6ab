/**
 * Starts and stops plugins until those that run match those that are wanted, and remembers which were refused and why.
 */
import type { Config, IntegrationConfig } from '../contract/config.ts'
import type { Logger } from '../contract/log-entry.ts'
import type { IsolationLayer, PluginStatus } from '../contract/plugin.ts'
import type { Plugin } from './catalog.ts'
import type { ConsentGate } from './consent-gate.ts'
import { checkedSettings, type Settings } from './settings.ts'
import type { Supervisor, Waiting } from './supervisor.ts'

export interface Reconciler {
  /** `wanted` are the plugins that should run; `configured` is the configuration of all. */
  align(wanted: readonly Plugin[], configured: Config['integrations']): void
  stateOf(plugin: Plugin): ReconciledState
  all(): Supervisor[]
  stop(graceMs: number): Promise<void>
}

interface ReconciledState {
  status: PluginStatus
  waiting: Waiting | null
  lastError: string | null
  isolation: IsolationLayer[]
}

export interface ReconcilerDeps {
  log: Logger
  mayStart: ConsentGate
  /** `configured` is what the user wrote; `settings` adds the defaults of the plugin. */
  start(plugin: Plugin, settings: Settings, configured: Settings): Supervisor
}

/** A plugin that was started, until its process is gone. */
interface Started {
  /** The settings with which the plugin was started, as JSON. */
  configured: string
  fingerprint: string
  supervisor: Supervisor
  stopping: boolean
}

/** Why a wanted plugin was not started. */
interface Refusal {
  status: 'failed' | 'waiting' | 'invalid'
  problem: string
}

const switchOffGraceMs = 3_000

const invalid = (violation: string): Refusal => ({ status: 'invalid', problem: violation })

export function createReconciler({ log, mayStart, start }: ReconcilerDeps): Reconciler {
  const running = new Map<string, Started>()
  const refusals = new Map<string, Refusal>()
  let wanted = new Map<string, Plugin>()
  let configuredAll: Config['integrations'] = {}
  let stopped = false

  const launch = (name: string, plugin: Plugin): void => {
    const configured = configuredAll[name] ?? { enabled: false }
    const checked = launchable(plugin, configured)
    if ('refusal' in checked) {
      refuse(name, checked.refusal)
      return
    }
    refusals.delete(name)
    running.set(name, {
      configured: JSON.stringify(configured),
      fingerprint: plugin.candidate.fingerprint,
      supervisor: start(plugin, checked.settings, configured),
      stopping: false,
    })
  }

  const refuse = (name: string, refusal: Refusal): void => {
    const { problem } = refusal
    if (refusals.get(name)?.problem !== problem) log.error(`Plugin ${name} cannot be started: ${problem}`)
    refusals.set(name, refusal)
  }

  const retire = async (name: string, started: Started): Promise<void> => {
    if (started.stopping) return
    started.stopping = true
    await started.supervisor.stop(switchOffGraceMs, 'disabled')
    running.delete(name)
    compare()
  }

  const launchable = (plugin: Plugin, configured: IntegrationConfig) => {
    const { manifest, violation } = plugin
    if (violation !== null) return { refusal: invalid(violation) }
    const checked = checkedSettings(manifest.settings_schema, configured)
    if ('problem' in checked) return { refusal: { status: 'failed', problem: checked.problem } as const }
    const problem = mayStart(plugin)
    return problem === undefined ? checked : { refusal: { status: 'waiting', problem } as const }
  }

  /**
   * New settings and new permissions that a plugin asks for always count. New files only count for a plugin that does
   * not run, so that an upgrade in progress breaks nothing.
   */
  const isOutdated = (name: string, started: Started, plugin: Plugin): boolean =>
    started.configured !== JSON.stringify(configuredAll[name]) ||
    (started.fingerprint !== plugin.candidate.fingerprint &&
      (started.supervisor.status() === 'failed' || mayStart(plugin) !== undefined))

  const compare = (): void => {
    if (stopped) return
    for (const [name, started] of running) {
      const plugin = wanted.get(name)
      if (plugin === undefined || isOutdated(name, started, plugin)) void retire(name, started)
    }
    for (const [name, plugin] of wanted) if (!running.has(name)) launch(name, plugin)
    for (const name of refusals.keys()) if (!wanted.has(name)) refusals.delete(name)
  }

  return {
    align(plugins, configured) {
      wanted = new Map(plugins.map((plugin) => [plugin.manifest.name, plugin]))
      configuredAll = configured
      compare()
    },
    stateOf({ manifest: { name }, violation }) {
      const supervisor = running.get(name)?.supervisor
      if (supervisor !== undefined)
        return {
          status: supervisor.status(),
          waiting: supervisor.waiting(),
          lastError: supervisor.lastError(),
          isolation: supervisor.isolation(),
        }
      const refusal = refusals.get(name) ?? (violation === null ? undefined : invalid(violation))
      const waiting: Waiting | null = refusal?.status === 'waiting' ? { for: 'approval', nextAttemptMs: null } : null
      return { status: refusal?.status ?? 'off', waiting, lastError: refusal?.problem ?? null, isolation: [] }
    },
    all: () => [...running.values()].map(({ supervisor }) => supervisor),
    async stop(graceMs) {
      stopped = true
      await Promise.all([...running.values()].map(({ supervisor }) => supervisor.stop(graceMs, 'shutdown')))
      running.clear()
    },
  }
}
