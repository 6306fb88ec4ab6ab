/**
 * Bundles the command, and the stand-ins for macOS's programs, before all tests: most of a start is the loading of some
 * hundred modules, and tests start each many hundred times. bin/service.mjs loads the bundle where SERVICE_BUNDLE names
 * it, and a simulated Mac has the programs from the folder that SIMULATOR_BUNDLE names.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build, type Plugin } from 'vite'
import type { TestProject } from 'vitest/node'
import { neverBundled } from '../../packaging/never-bundled.ts'
import { nodeDirectly } from '../../packaging/node-directly.ts'
import { programNames } from '../../simulator/programs/install.ts'
import { isOlder } from './older.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const folder = join(root, 'node_modules/.cache/bundle')
export const bundle = join(folder, 'service/main.js')
export const programs = join(folder, 'programs')

const sources = ['{src,simulator}/**/*.ts', '{test/setup/bundle,packaging/node-directly}.ts', 'package-lock.json']

/** Modules find files, threads and processes of ours beside their source. */
const placed: Plugin = {
  name: 'placed',
  enforce: 'pre',
  transform(code, id) {
    if (id.includes('/node_modules/')) return
    const places = { url: pathToFileURL(id).href, filename: id, dirname: dirname(id) }
    return code.replace(/\bimport\.meta\.(url|filename|dirname)\b/g, (_, name: keyof typeof places) =>
      JSON.stringify(places[name]),
    )
  },
}

export default async function bundleCommand(project: TestProject): Promise<void> {
  await bundleChanged()
  project.onTestsRerun(bundleChanged)
}

async function bundleChanged(): Promise<void> {
  if (!isOlder(bundle, { sources })) return
  // Without it, Node tries each file as either kind of module.
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  const entries = [...programNames, 'carrier', 'privacy-guard'].map((name) => [name, `simulator/programs/${name}.ts`])
  await bundleInto(programs, Object.fromEntries(entries))
  await bundleInto(dirname(bundle), { main: 'src/cli/main.ts' })
}

const bundleInto = (outDir: string, input: Record<string, string>) =>
  build({
    configFile: false,
    root,
    logLevel: 'warn',
    plugins: [placed, nodeDirectly],
    ssr: { noExternal: true, external: neverBundled },
    build: { ssr: true, outDir, emptyOutDir: true, target: 'node26', minify: false, rolldownOptions: { input } },
  })
