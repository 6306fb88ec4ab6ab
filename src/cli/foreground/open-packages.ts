/** Opens what installs packages of plugins, for a web process: it is loaded when it is first needed, which is mostly never. */
import type { PluginPackages } from '../../plugins/install/plugin-packages.ts'
import { environmentOfNpm } from '../environment.ts'

let packages: Promise<PluginPackages> | undefined

export function openPackages(base: string): Promise<PluginPackages> {
  packages ??= Promise.all([
    import('../../plugins/install/plugin-packages.ts'),
    import('../../plugins/install/npm.ts'),
  ]).then(([{ PluginPackages }, { npmWith }]) => new PluginPackages({ base, npm: npmWith(environmentOfNpm()) }))
  return packages
}
