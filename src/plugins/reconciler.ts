/**
 * Starts and stops plugins until those that run match those that are wanted, and remembers which were refused and why.
 */
import type { Config, IntegrationConfig } from '../contract/config.ts'
import type { Logger } from '../contract/log-entry.ts'
import type { IsolationLayer, PluginStatus } from '../contract/plugin.ts'
import type { Plugin } from './catalog.ts'
import type { ConsentGate } from './consent-gate.ts'
import { checkedSettings, type Settings } from './settings.ts'
import type { PluginSupervisor, Waiting } from './supervisor.ts'

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
  start(plugin: Plugin, settings: Settings, configured: Settings): PluginSupervisor
}

/** A plugin that was started, until its process is gone. */
interface Started {
  /** The settings with which the plugin was started, as JSON. */
  configured: string
  fingerprint: string
  supervisor: PluginSupervisor
  isStopping: boolean
}

/** Why a wanted plugin was not started. */
interface Refusal {
  status: 'failed' | 'waiting' | 'invalid'
  problem: string
}

const switchOffGraceMs = 3_000

const invalid = (violation: string): Refusal => ({ status: 'invalid', problem: violation })

export class Reconciler {
  readonly #deps: ReconcilerDeps
  readonly #running = new Map<string, Started>()
  readonly #refusals = new Map<string, Refusal>()
  #wanted = new Map<string, Plugin>()
  #configured: Config['integrations'] = {}
  #isStopped = false

  constructor(deps: ReconcilerDeps) {
    this.#deps = deps
  }

  get supervisors(): PluginSupervisor[] {
    return [...this.#running.values()].map(({ supervisor }) => supervisor)
  }

  /** `wanted` are the plugins that should run; `configured` is the configuration of all. */
  align(wanted: readonly Plugin[], configured: Config['integrations']): void {
    this.#wanted = new Map(wanted.map((plugin) => [plugin.manifest.name, plugin]))
    this.#configured = configured
    this.#compare()
  }

  stateOf({ manifest: { name }, violation }: Plugin): ReconciledState {
    const supervisor = this.#running.get(name)?.supervisor
    if (supervisor !== undefined) {
      const { status, waiting, lastError, isolation } = supervisor
      return { status, waiting, lastError, isolation }
    }
    const refusal = this.#refusals.get(name) ?? (violation === null ? undefined : invalid(violation))
    const waiting: Waiting | null = refusal?.status === 'waiting' ? { for: 'approval', nextAttemptMs: null } : null
    return { status: refusal?.status ?? 'off', waiting, lastError: refusal?.problem ?? null, isolation: [] }
  }

  async stop(graceMs: number): Promise<void> {
    this.#isStopped = true
    await Promise.all(this.supervisors.map((supervisor) => supervisor.stop(graceMs, 'shutdown')))
    this.#running.clear()
  }

  #compare(): void {
    if (this.#isStopped) return
    for (const [name, started] of this.#running) {
      const plugin = this.#wanted.get(name)
      if (plugin === undefined || this.#isOutdated(name, started, plugin)) void this.#retire(name, started)
    }
    for (const [name, plugin] of this.#wanted) if (!this.#running.has(name)) this.#launch(name, plugin)
    for (const name of this.#refusals.keys()) if (!this.#wanted.has(name)) this.#refusals.delete(name)
  }

  /**
   * New settings and new permissions that a plugin asks for always count. New files only count for a plugin that does
   * not run, so that an upgrade in progress breaks nothing.
   */
  #isOutdated(name: string, { configured, fingerprint, supervisor }: Started, plugin: Plugin): boolean {
    if (configured !== JSON.stringify(this.#configured[name])) return true
    if (fingerprint === plugin.candidate.fingerprint) return false
    return supervisor.status === 'failed' || this.#deps.mayStart(plugin) !== undefined
  }

  #launch(name: string, plugin: Plugin): void {
    const configured = this.#configured[name] ?? { enabled: false }
    const checked = this.#check(plugin, configured)
    if ('refusal' in checked) {
      this.#refuse(name, checked.refusal)
      return
    }
    this.#refusals.delete(name)
    this.#running.set(name, {
      configured: JSON.stringify(configured),
      fingerprint: plugin.candidate.fingerprint,
      supervisor: this.#deps.start(plugin, checked.settings, configured),
      isStopping: false,
    })
  }

  #check(plugin: Plugin, configured: IntegrationConfig): { settings: Settings } | { refusal: Refusal } {
    const { manifest, violation } = plugin
    if (violation !== null) return { refusal: invalid(violation) }
    const checked = checkedSettings(manifest.settings_schema, configured)
    if ('problem' in checked) return { refusal: { status: 'failed', problem: checked.problem } }
    const problem = this.#deps.mayStart(plugin)
    return problem === undefined ? checked : { refusal: { status: 'waiting', problem } }
  }

  #refuse(name: string, refusal: Refusal): void {
    const { problem } = refusal
    if (this.#refusals.get(name)?.problem !== problem)
      this.#deps.log.error(`Plugin ${name} cannot be started: ${problem}`)
    this.#refusals.set(name, refusal)
  }

  async #retire(name: string, started: Started): Promise<void> {
    if (started.isStopping) return
    started.isStopping = true
    await started.supervisor.stop(switchOffGraceMs, 'disabled')
    this.#running.delete(name)
    this.#compare()
  }
}
