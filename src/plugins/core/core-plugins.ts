/** Starts the plugins of the core tier that are switched on, and applies their transforms. */
import type { Config } from '../../contract/config.ts'
import type { Logger } from '../../contract/log-entry.ts'
import type { PluginStatus } from '../../contract/plugin.ts'
import { isSwitchedOn, ownSettings } from '../../domain/plugin-configuration.ts'
import type { PluginContext } from '../../plugin-api/index.ts'
import { prepareFolder } from '../../store/owned-file.ts'
import { checkContract, type Manifest, manifestOf } from '../plugin-contract.ts'
import { type NotedPlugin, pluginRecord } from '../plugin-record.ts'
import { checkedSettings, type Settings } from '../settings.ts'
import type { CorePlugin, CorePluginClass } from './core-plugin.ts'
import type { Transform } from './transforms.ts'

export interface CorePluginsDeps {
  /** The transforms are applied in this order. */
  classes: readonly CorePluginClass[]
  log: Logger
  mirror: (plugin: string, event: string, fields: Readonly<Record<string, unknown>>) => void
  dataDirOf(plugin: string): string
}

interface Known {
  Plugin: CorePluginClass
  manifest: Manifest
}

/** A core plugin that is switched on. */
interface Running {
  configured: string
  status: PluginStatus
  lastError: string | null
  /** Rejects when the plugin cannot be started. */
  plugin: Promise<CorePlugin>
  /** Whether its transform applies to what this plugin is handed. */
  concerns(plugin: string): boolean
  ending: AbortController
}

export class CorePlugins {
  readonly #deps: CorePluginsDeps
  readonly #known: readonly Known[]
  readonly #running = new Map<string, Running>()

  constructor(deps: CorePluginsDeps) {
    this.#deps = deps
    this.#known = deps.classes.map(ours)
  }

  get names(): ReadonlySet<string> {
    return new Set(this.#known.map(({ manifest }) => manifest.name))
  }

  /** Starts and stops what changed. Returns whether transforms may behave differently from now on. */
  reconcile(integrations: Config['integrations']): boolean {
    let isChanged = false
    for (const known of this.#known) {
      const { name } = known.manifest
      const settings = ownSettings(integrations[name] ?? {})
      const isOn = isSwitchedOn(integrations, name)
      if (isOn && this.#running.get(name)?.configured === JSON.stringify(settings)) continue
      isChanged ||= isOn || this.#running.has(name)
      void this.#end(name)
      if (isOn) this.#begin(known, settings)
    }
    return isChanged
  }

  /** Returns the transforms for a plugin in the order in which they are applied. */
  transformsFor(plugin: string): readonly Transform[] {
    return this.#known.flatMap(({ Plugin, manifest: { name } }) => {
      const entry = this.#running.get(name)
      return entry?.concerns(plugin) && isTransform(Plugin) ? [transformOf(name, entry, plugin)] : []
    })
  }

  records(): NotedPlugin[] {
    return this.#known.map(({ manifest }) => {
      const entry = this.#running.get(manifest.name)
      const { status, lastError } = entry ?? { status: 'off', lastError: null }
      const state = { enabled: entry !== undefined, status, lastError, counts: undefined }
      return pluginRecord({ manifest, candidate: { version: null } }, state)
    })
  }

  async stop(): Promise<void> {
    await Promise.all([...this.#running.keys()].map((name) => this.#end(name)))
  }

  #begin(known: Known, settings: Settings): void {
    const { name } = known.manifest
    const ending = new AbortController()
    const plugin = this.#start(known, settings, ending.signal)
    const entry: Running = {
      configured: JSON.stringify(settings),
      status: 'starting',
      lastError: null,
      plugin,
      concerns: concernsOf(settings),
      ending,
    }
    this.#running.set(name, entry)
    plugin.then(
      () => {
        entry.status = 'running'
      },
      (error: Error) => {
        entry.status = 'failed'
        entry.lastError = error.message
        this.#deps.log.error(`Plugin ${name} cannot be started: ${error.message}`)
      },
    )
  }

  async #start({ Plugin, manifest }: Known, settings: Settings, signal: AbortSignal): Promise<CorePlugin> {
    const checked = checkedSettings(manifest.settings_schema, settings)
    if ('problem' in checked) throw new Error(checked.problem)
    const plugin = new Plugin()
    await plugin.start(this.#contextFor(manifest.name, checked.settings, signal))
    return plugin
  }

  async #end(name: string): Promise<void> {
    const entry = this.#running.get(name)
    this.#running.delete(name)
    entry?.ending.abort()
    await entry?.plugin.then((plugin) => plugin.stop()).catch(() => undefined)
  }

  #contextFor(name: string, settings: Settings, signal: AbortSignal): PluginContext {
    const { log, mirror, dataDirOf } = this.#deps
    const own = log.as(name)
    const data_dir = dataDirOf(name)
    prepareFolder(data_dir)
    return {
      log_info: own.info,
      log_warn: own.warn,
      log_error: own.error,
      plugin_config: settings,
      mirror: (event, fields = {}) => mirror(name, event, fields),
      data_dir,
      signal,
      // A transform has no receiver for which it waits.
      retry_now: () => undefined,
    }
  }
}

const isTransform = ({ prototype }: CorePluginClass): boolean => typeof prototype.transform === 'function'

/** Waits for a plugin that is starting; fails every message that concerns one that could not be started. */
const transformOf = (name: string, { plugin }: Running, to: string): Transform => ({
  name,
  apply: async (message) => {
    const transform = await plugin
    return transform.transform === undefined ? message : transform.transform(message, to)
  },
  bytes: async (file) => {
    const transform = await plugin
    return transform.transformBytes === undefined ? file : transform.transformBytes(file, to)
  },
})

/** Reads the setting `plugins`, which all transforms have. A value that is not a list concerns every plugin. */
function concernsOf({ plugins }: Settings): Running['concerns'] {
  const named = Array.isArray(plugins) ? plugins : []
  return (plugin) => named.length === 0 || named.includes(plugin)
}

/** Our core plugins fulfil the contract, or the bridge does not start. */
function ours(Plugin: CorePluginClass): Known {
  const checked = checkContract({ default: Plugin })
  if ('violation' in checked) throw new Error(`A plugin of ours is broken: ${checked.violation}`)
  return { Plugin, manifest: manifestOf(checked.plugin) }
}
