/** Reads the manifests from the classes of the bundled plugins, by folder. */
import { existsSync, readdirSync } from 'node:fs'
import { checkContract, type Manifest, manifestOf } from '../src/plugins/plugin-contract.ts'

const folder = new URL('../src/integrations/', import.meta.url)

export async function bundledManifests(): Promise<Record<string, Manifest>> {
  const names = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .filter((name) => existsSync(new URL(`${name}/index.ts`, folder)))
    .sort()
  const manifests = names.map(async (name) => [name, manifestIn(name, await import(`${folder}${name}/index.ts`))])
  return Object.fromEntries(await Promise.all(manifests))
}

function manifestIn(name: string, module: Record<string, unknown>): Manifest {
  const checked = checkContract(module)
  if ('violation' in checked) throw new Error(`${name}: ${checked.violation}`)
  return manifestOf(checked.plugin)
}
