/** Runs the bridge as it is installed with plugins that were written for a proof, and reads in its journal how they do. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { type BridgeProcess, configure, dirOf } from '../test/harness/bridge-process.ts'
import { until } from '../test/harness/until.ts'
import { bridgeOver } from './world.ts'

interface Launch {
  home: string
  /** The source of each plugin, by its name. */
  plugins: Readonly<Record<string, string>>
  /** The plugins that run from the start; all by default. */
  enabled?: readonly string[]
  /** A program with its arguments that starts the bridge. */
  through?: readonly string[]
}

export class PluginRelay implements AsyncDisposable {
  readonly bridge: BridgeProcess
  readonly #home: string
  readonly #journal: DatabaseSync
  readonly #acknowledged: StatementSync

  /** Resolves once the enabled plugins run. */
  static async start({ home, plugins, enabled = Object.keys(plugins), through }: Launch): Promise<PluginRelay> {
    const { integrationsDir } = dirOf(home)
    PluginRelay.#enable(home, enabled)
    for (const [name, source] of Object.entries(plugins)) {
      mkdirSync(join(integrationsDir, name), { recursive: true, mode: 0o700 })
      writeFileSync(join(integrationsDir, name, 'index.mjs'), source)
    }
    const bridge = bridgeOver(home, through)
    await bridge.polling()
    const relay = new PluginRelay(home, bridge)
    const describe = () => `plugins to run: ${enabled.map((name) => `${name} is ${relay.statusOf(name)}`).join(', ')}`
    await until(() => enabled.every((name) => relay.statusOf(name) === 'running'), { describe })
    return relay
  }

  private constructor(home: string, bridge: BridgeProcess) {
    this.#home = home
    this.bridge = bridge
    this.#journal = new DatabaseSync(dirOf(home).journalFile, { readOnly: true })
    this.#acknowledged = this.#journal.prepare(
      "SELECT coalesce(sum(n), 0) AS n FROM delivery_traffic WHERE outcome = 'delivered' AND integration LIKE ?",
    )
  }

  static #enable(home: string, names: readonly string[]): void {
    configure(home, {
      relay: { scope: 'everyone' },
      integrations: Object.fromEntries(names.map((name) => [name, { enabled: true }])),
    })
  }

  /** The bridge notices by itself. */
  enable(names: readonly string[]): void {
    PluginRelay.#enable(this.#home, names)
  }

  /** Returns undefined for a plugin that the bridge has not tried to start. */
  statusOf(name: string): string | undefined {
    const status = this.#journal.prepare('SELECT status FROM integration WHERE name = ?').get(name)?.status
    return status === undefined ? undefined : String(status)
  }

  /**
   * Returns how many deliveries this plugin acknowledged, or all of them, from the counts that are written with them:
   * counting the deliveries themselves, again and again, would take processor time from what is measured.
   */
  acknowledged(name = '%'): number {
    return Number(this.#acknowledged.get(name)?.n)
  }

  /** Returns what a plugin logged. */
  loggedBy(name: string): string[] {
    const lines = readFileSync(dirOf(this.#home).logFile, 'utf8').trim().split('\n')
    return lines.map((line) => JSON.parse(line)).flatMap(({ source, msg }) => (source === name ? [String(msg)] : []))
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#journal.close()
    await this.bridge.stop()
  }
}

/** Bodies of its methods; `this.ctx` is the context. */
export interface PluginCode {
  tier?: 'notify' | 'official'
  /** Source before the class. */
  top?: string
  start?: string
  onInbound?: string
}

export const pluginSource = (
  name: string,
  { tier = 'official', top = '', start = '', onInbound = '' }: PluginCode,
): string => `${top}
export default class {
  static NAME = '${name}'
  static TIER = '${tier}'
  static SETTINGS_SCHEMA = { type: 'object' }
  async start(ctx) { this.ctx = ctx; ${start} }
  async stop() {}
  async on_inbound() { ${onInbound} }
}
`
