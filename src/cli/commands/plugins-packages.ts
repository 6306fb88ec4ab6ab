/** `service plugins install` and `remove`: manages npm packages, none of whose scripts run. */

import { rmSync } from 'node:fs'
import { Command } from 'commander'
import { systemClock } from '../../base/clock.ts'
import { silentLog } from '../../contract/log-entry.ts'
import type { PluginRecord } from '../../contract/plugin.ts'
import { ServiceError } from '../../domain/service-error.ts'
import { type InstalledPackage, installPlugin } from '../../plugins/install/install-plugin.ts'
import { installed, packageOfPlugin, removePackage } from '../../plugins/install/installed.ts'
import { npmWith } from '../../plugins/install/npm.ts'
import { packageSpec } from '../../plugins/install/package-spec.ts'
import { findWall } from '../../plugins/isolation/wall.ts'
import { sameEnvironment } from '../environment.ts'
import { type LocalService, withLocalService } from '../local-service.ts'
import { formatPermissionsAsked } from '../plugins/format-plugins.ts'
import { printJson } from '../print.ts'

interface InstallOptions {
  yes?: boolean
  json?: boolean
}

export const installCommand = (): Command =>
  new Command('install')
    .exitOverride()
    .description('install a plugin, and say what it asks for; it is switched on afterwards')
    .argument('<package>', 'a name of the npm registry (with @version), a package file (.tgz) or a folder')
    .option('--yes', 'allow what it asks for and switch it on')
    .option('--json', 'what was installed as JSON, for programs')
    .addHelpText(
      'after',
      '\nExamples:\n  service plugins install service-plugin-example\n  service plugins install ./my-plugin --yes',
    )
    .action((given: string, options: InstallOptions) => withLocalService((service) => install(given, options, service)))

async function install(given: string, { yes, json }: InstallOptions, service: LocalService): Promise<void> {
  const spec = packageSpec(given)
  const { base } = service.dir
  const ours = new Set(installed(base).flatMap(({ plugins }) => plugins))
  const records = await service.records()
  const made = await installPlugin(spec, {
    base,
    npm: npmWith(sameEnvironment()),
    log: silentLog,
    clock: systemClock,
    wall: findWall(),
    taken: new Set(records.map(({ name }) => name).filter((name) => !ours.has(name))),
  })
  service.audit.append({ action: 'plugin_installed', principal: 'command', target: made.package, result: 'ok' })
  service.forget()
  if (yes) for (const { name } of made.plugins) await service.switch(name, true)
  if (json) printJson(made)
  else process.stdout.write(formatInstalled(made, records, yes))
}

function formatInstalled(made: InstalledPackage, before: readonly PluginRecord[], isOn = false): string {
  const lines = made.plugins.flatMap((plugin) => {
    const wasOn = before.some(({ name, enabled }) => name === plugin.name && enabled)
    const restart = `It goes on as it was until it is switched off and on (service plugins disable ${plugin.name}).`
    const next = isOn ? 'It is on.' : wasOn ? restart : `Switch it on: service plugins enable ${plugin.name}`
    return [plugin.name, ...formatPermissionsAsked(plugin), `  ${next}`]
  })
  return `Installed ${made.package} ${made.version}.\n${lines.join('\n')}\n`
}

export const removeCommand = (): Command =>
  new Command('remove')
    .exitOverride()
    .description('switch a plugin off and remove its package; what it has written stays')
    .argument('<plugin>')
    .option('--purge', 'its folder of data and its settings, too')
    .addHelpText('after', '\nExamples:\n  service plugins remove example\n  service plugins remove example --purge')
    .action((name: string, options: { purge?: boolean }) =>
      withLocalService((service) => remove(name, options, service)),
    )

async function remove(name: string, { purge }: { purge?: boolean }, service: LocalService): Promise<void> {
  const { base } = service.dir
  const found = packageOfPlugin(base, name)
  if (found === undefined) throw notInstalled(name, await service.record(name))
  for (const plugin of found.plugins) await switchOff(plugin, service)
  await removePackage(found, { npm: npmWith(sameEnvironment()), base })
  for (const plugin of found.plugins) {
    service.consents.remove(plugin)
    if (purge) forget(plugin, service)
  }
  service.audit.append({ action: 'plugin_removed', principal: 'command', target: found.package, result: 'ok' })
  const left = purge ? '' : ' Its data and settings stay; --purge removes them, too.'
  process.stdout.write(`Removed ${found.package} ${found.version}.${left}\n`)
}

/** Stops the plugin first, because its files must not be removed while it runs. */
async function switchOff(name: string, service: LocalService): Promise<void> {
  if (service.settings.current().integrations[name]?.enabled === true) await service.switch(name, false)
}

function forget(name: string, { dir, settings }: LocalService): void {
  rmSync(dir.pluginDir(name), { recursive: true, force: true })
  settings.change(() => ({ integrations: { [name]: null } }))
}

const notInstalled = (name: string, { description }: PluginRecord): ServiceError =>
  new ServiceError('plugin_refused', `${name} was not installed as a package.`, { plugin: name, description })
