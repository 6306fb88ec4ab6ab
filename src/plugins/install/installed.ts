/** Lists, finds and removes the installed packages of plugins, as npm wrote them down. None of their code is run. */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { objectIn } from '../../base/json-object.ts'
import { names } from '../../contract/names.ts'
import { readOwned } from '../../store/owned-file.ts'
import { type Npm, projectFile } from './npm.ts'

export interface Installed {
  package: string
  version: string
  /** Names of its plugins. */
  plugins: string[]
  /** The file from which the package was installed. */
  file: string | undefined
}

export function installed(base: string): Installed[] {
  const { dependencies } = read(projectFile(base))
  return Object.entries(objectIn(dependencies)).map(([name, from]) => {
    const { version, [names.entryPointGroup]: entries } = read(join(base, 'node_modules', name, 'package.json'))
    const file = /^file:(.+)$/.exec(String(from))?.[1]
    return {
      package: name,
      version: String(version ?? ''),
      plugins: Object.keys(objectIn(entries)),
      file: file && join(base, file),
    }
  })
}

/** Returns undefined when no installed package has a plugin of that name. */
export const packageOfPlugin = (base: string, plugin: string): Installed | undefined =>
  installed(base).find(({ plugins }) => plugins.includes(plugin))

/** Removes a package; the data that its plugins wrote stays. */
export async function removePackage({ package: name, file }: Installed, { npm, base }: { npm: Npm; base: string }) {
  await npm(base, ['uninstall', '--omit=dev', '--omit=peer', name])
  if (file !== undefined) rmSync(file, { force: true })
}

function read(file: string): Record<string, unknown> {
  try {
    return objectIn(JSON.parse(String(readOwned(file))))
  } catch {
    return {}
  }
}
