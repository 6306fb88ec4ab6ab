/** Installs and removes packages of plugins for whoever may, and writes down who did it. */
import { pause } from '../base/pause.ts'
import type { InstalledPlugins } from '../contract/plugin.ts'
import { principalOf } from '../domain/access/principal.ts'
import { ServiceError } from '../domain/service-error.ts'
import type { AuditLog } from '../store/audit-log.ts'
import { isAlive } from '../store/heartbeat.ts'
import type { PausedPlugins } from '../store/paused-plugins.ts'
import type { PluginConsents } from '../store/plugin-consents.ts'
import type { Action } from './action.ts'
import { pluginRecord, pluginRecords } from './plugin-records.ts'
import type { PackagesService, Services, SettingsService } from './services.ts'
import { switchPlugin } from './switch-plugin.ts'

type Source = { name: string } | { file: string }

/**
 * Installs a package. Nothing of it runs until it is switched on. Throws `invalid_request`, `plugin_refused` and
 * `conflict`.
 */
export async function installPackage(source: Source, principal: string, services: Services): Promise<InstalledPlugins> {
  const known = pluginRecords(services).map(({ name }) => name)
  const packages = await packagesOf(services)
  const made = await ('name' in source
    ? packages.installNamed(source.name, known)
    : packages.installFile(source.file, known))
  services.audit.append({ action: 'plugin_installed', principal, target: made.package, result: 'ok' })
  return {
    package: made.package,
    version: made.version,
    plugins: made.plugins.map(({ name, display_name, tier, network }) => ({
      name,
      display_name: display_name ?? name,
      tier,
      network: network.map((place) => ({ ...place })),
    })),
  }
}

interface Removal {
  plugin: string
  /** Whether its data and its settings go, too. */
  purge: boolean
  principal: string
}

interface RemovalDeps {
  packages: PackagesService
  settings: Pick<SettingsService, 'change'>
  consents: Pick<PluginConsents, 'remove'>
  pausedPlugins: Pick<PausedPlugins, 'set'>
  audit: Pick<AuditLog, 'append'>
  /** Switches a plugin off and waits until it has stopped, because its files must not be removed while it runs. */
  stop(plugin: string): Promise<void>
}

/** Returns the package, or undefined where the plugin was not installed as one. Throws `plugin_refused` and `conflict`. */
export async function removePackage(
  { plugin, purge, principal }: Removal,
  { packages, settings, consents, pausedPlugins, audit, stop }: RemovalDeps,
): Promise<{ package: string; version: string } | undefined> {
  const found = packages.packageOf(plugin)
  if (found === undefined) return undefined
  for (const each of found.plugins) await stop(each)
  await packages.remove(found)
  for (const each of found.plugins) {
    consents.remove(each)
    pausedPlugins.set(each, false)
    if (!purge) continue
    packages.removeData(each)
    settings.change(() => ({ integrations: { [each]: null } }))
  }
  audit.append({ action: 'plugin_removed', principal, target: found.package, result: 'ok' })
  return found
}

/** Implements POST /api/v1/plugins/{name}/remove. */
export const removePlugin: Action<'remove_plugin'> = async ({ name, purge }, services, { caller }) => {
  const principal = principalOf(caller)
  const { is_installed: isInstalled } = pluginRecord(name, services)
  const packages = await packagesOf(services)
  const stop = (plugin: string) => stopped(plugin, principal, services)
  const removed =
    isInstalled && (await removePackage({ plugin: name, purge, principal }, { ...services, packages, stop }))
  if (!removed) throw new ServiceError('plugin_refused', `${name} was not installed as a package.`, { plugin: name })
}

/** The bridge follows the settings within two seconds. */
const stoppedWithinMs = 12_000
const lookEveryMs = 100
const atRest: readonly string[] = ['off', 'invalid']

async function stopped(plugin: string, principal: string, services: Services): Promise<void> {
  const { settings, journal, bridge } = services
  if (settings.current().integrations[plugin]?.enabled !== true) return
  switchPlugin({ name: plugin, enabled: false, principal }, services)
  const noted = () => journal.integrations().find(({ name }) => name === plugin)?.status ?? 'off'
  for (let waitedMs = 0; waitedMs < stoppedWithinMs && !atRest.includes(noted()); waitedMs += lookEveryMs) {
    if (!isAlive(bridge.lastHeartbeatS(), services.nowMs())) return
    await pause(lookEveryMs)
  }
}

function packagesOf({ packages }: Pick<Services, 'packages'>): Promise<PackagesService> {
  if (packages !== undefined) return packages()
  throw new ServiceError('plugin_refused', 'This process can install nothing: use the command.')
}
