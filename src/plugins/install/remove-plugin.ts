/** Removes an installed package; the data that its plugins wrote stays. */
import { rmSync } from 'node:fs'
import { type Installed, installed } from './installed.ts'
import type { Npm } from './npm.ts'

/** Returns undefined when no installed package has a plugin of that name. */
export const packageOfPlugin = (base: string, plugin: string): Installed | undefined =>
  installed(base).find(({ plugins }) => plugins.includes(plugin))

export async function removePackage({ package: name, file }: Installed, { npm, base }: { npm: Npm; base: string }) {
  await npm(base, ['uninstall', '--omit=dev', '--omit=peer', name])
  if (file !== undefined) rmSync(file, { force: true })
}
