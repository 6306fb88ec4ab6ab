/** The plugins of the core tier: starts those that are switched on, and applies their transforms. */
import type { Config } from '../../contract/config.ts'
import type { Logger } from '../../contract/log-entry.ts'
import type { PluginStatus } from '../../contract/plugin.ts'
import { ownSettings } from '../../domain/own-settings.ts'
import { isSwitchedOn } from '../../domain/plugin-switch.ts'
import type { PluginContext } from '../../plugin-api/index.ts'
import { prepareFolder } from '../../store/owned-file.ts'
import { checkContract, type Manifest, manifestOf } from '../plugin-contract.ts'
import { type NotedPlugin, pluginRecord } from '../plugin-record.ts'
import { checkedSettings, type Settings } from '../settings.ts'
import type { CorePlugin, CorePluginClass } from './core-plugin.ts'
import type { Transform, TransformsFor } from './transforms.ts'

export interface CorePlugins {
  names: ReadonlySet<string>
  /** Returns whether transforms may behave differently from now on. */
  reconcile(integrations: Config['integrations']): boolean
  transformsFor: TransformsFor
  records(): NotedPlugin[]
  stop(): Promise<void>
}

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

export function createCorePlugins({ classes, log, mirror, dataDirOf }: CorePluginsDeps): CorePlugins {
  const known = classes.map(ours)
  const running = new Map<string, Running>()

  const begin = ({ Plugin, manifest: { name, settings_schema } }: Known, settings: Settings): void => {
    const ending = new AbortController()
    const started = async (): Promise<CorePlugin> => {
      const checked = checkedSettings(settings_schema, settings)
      if ('problem' in checked) throw new Error(checked.problem)
      const plugin = new Plugin()
      await plugin.start(context(name, checked.settings, ending.signal))
      return plugin
    }
    const configured = JSON.stringify(settings)
    const plugin = started()
    const entry: Running = {
      configured,
      status: 'starting',
      lastError: null,
      plugin,
      concerns: concernsOf(settings),
      ending,
    }
    running.set(name, entry)
    plugin.then(
      () => {
        entry.status = 'running'
      },
      (error: Error) => {
        Object.assign(entry, { status: 'failed', lastError: error.message })
        log.error(`Plugin ${name} cannot be started: ${error.message}`)
      },
    )
  }

  const end = async (name: string): Promise<void> => {
    const entry = running.get(name)
    running.delete(name)
    entry?.ending.abort()
    await entry?.plugin.then((plugin) => plugin.stop()).catch(() => undefined)
  }

  const context = (name: string, settings: Settings, signal: AbortSignal): PluginContext => {
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

  const record = ({ manifest }: Known): NotedPlugin => {
    const entry = running.get(manifest.name)
    const { status, lastError } = entry ?? { status: 'off', lastError: null }
    const state = { enabled: entry !== undefined, status, lastError, counts: undefined }
    return pluginRecord({ manifest, candidate: { version: null } }, state)
  }

  return {
    names: new Set(known.map(({ manifest }) => manifest.name)),
    reconcile(integrations) {
      let isChanged = false
      for (const one of known) {
        const { name } = one.manifest
        const settings = ownSettings(integrations[name] ?? {})
        const isOn = isSwitchedOn(integrations, name)
        if (isOn && running.get(name)?.configured === JSON.stringify(settings)) continue
        isChanged ||= isOn || running.has(name)
        void end(name)
        if (isOn) begin(one, settings)
      }
      return isChanged
    },
    transformsFor: (plugin) =>
      known.flatMap(({ Plugin, manifest: { name } }) => {
        const entry = running.get(name)
        return entry?.concerns(plugin) && isTransform(Plugin) ? [transformOf(name, entry, plugin)] : []
      }),
    records: () => known.map(record),
    async stop() {
      await Promise.all([...running.keys()].map(end))
    },
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
