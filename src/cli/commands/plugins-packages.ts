/** `service plugins install` and `remove`: manages npm packages, none of whose scripts run. */

import { Command } from 'commander'
import { removePackage } from '../../actions/plugin-packages.ts'
import type { PluginRecord } from '../../contract/plugin.ts'
import { ServiceError } from '../../domain/service-error.ts'
import type { InstalledPackage } from '../../plugins/install/install-plugin.ts'
import { npmWith } from '../../plugins/install/npm.ts'
import { packageSpec } from '../../plugins/install/package-spec.ts'
import { PluginPackages } from '../../plugins/install/plugin-packages.ts'
import { environmentOfNpm } from '../environment.ts'
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
    .description('Install a plugin and show the permissions that it requests')
    .argument('<package>', 'npm package (optionally with @version), package file (.tgz) or folder')
    .option('--yes', 'Allow the requested permissions and turn the plugin on')
    .option('--json', 'Print the installed plugin as JSON')
    .addHelpText(
      'after',
      '\nExamples:\n  service plugins install service-plugin-example\n  service plugins install ./my-plugin --yes',
    )
    .action((given: string, options: InstallOptions) => withLocalService((service) => install(given, options, service)))

async function install(given: string, { yes, json }: InstallOptions, service: LocalService): Promise<void> {
  const spec = packageSpec(given)
  const records = await service.records()
  const known = records.map(({ name }) => name)
  const made = await packagesIn(service).install(spec, known)
  service.audit.append({ action: 'plugin_installed', principal: 'command', target: made.package, result: 'ok' })
  service.forget()
  if (yes) for (const { name } of made.plugins) await service.switch(name, true)
  if (json) printJson(made)
  else process.stdout.write(formatInstalled(made, records, yes))
}

const packagesIn = ({ dir }: Pick<LocalService, 'dir'>) =>
  new PluginPackages({ base: dir.base, npm: npmWith(environmentOfNpm()) })

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
    .description('Uninstall a plugin; its data and settings stay')
    .argument('<plugin>')
    .option('--purge', 'Also delete the data and settings of the plugin')
    .addHelpText('after', '\nExamples:\n  service plugins remove example\n  service plugins remove example --purge')
    .action((name: string, options: { purge?: boolean }) =>
      withLocalService((service) => remove(name, options, service)),
    )

async function remove(name: string, { purge = false }: { purge?: boolean }, service: LocalService): Promise<void> {
  const { settings, consents, pausedPlugins, audit } = service
  const stop = async (plugin: string) => {
    if (settings.current().integrations[plugin]?.enabled === true) await service.switch(plugin, false)
  }
  const packages = packagesIn(service)
  const removal = { plugin: name, purge, principal: 'command' }
  const removed = await removePackage(removal, { packages, settings, consents, pausedPlugins, audit, stop })
  if (removed === undefined) throw notInstalled(name, await service.record(name))
  const left = purge ? '' : ' Its data and settings stay; --purge removes them, too.'
  process.stdout.write(`Removed ${removed.package} ${removed.version}.${left}\n`)
}

const notInstalled = (name: string, { description }: PluginRecord): ServiceError =>
  new ServiceError('plugin_refused', `${name} was not installed as a package.`, { plugin: name, description })
