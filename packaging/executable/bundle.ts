/** Bundles an entry and all its imports into one JavaScript file, for a program that has no files of its own. */
import { relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type Plugin, parseSync, Visitor } from 'vite'
import { neverBundled } from '../never-bundled.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const here = (name: string) => fileURLToPath(new URL(`./${name}`, import.meta.url))

/** Modules that the executable replaces by others. */
const instead = new Map(
  [
    ['src/cli/own-command.ts', 'own-command.ts'],
    ['src/plugins/node-program.ts', 'node-program.ts'],
    ['simulator/programs/node-program.ts', 'node-program.ts'],
    ['src/search/thread.ts', 'thread.ts'],
  ].map(([from = '', to = '']) => [`${root}${from}`, here(to)]),
)

const replaced: Plugin = {
  name: 'replaced',
  enforce: 'pre',
  async resolveId(source, importer) {
    if (!source.startsWith('.')) return
    const found = await this.resolve(source, importer, { skipSelf: true })
    return found === null ? found : instead.get(found.id)
  },
}

/** Modules that find files relative to themselves get the paths that they have in the package. */
const placed: Plugin = {
  name: 'placed',
  enforce: 'pre',
  transform(code, id) {
    if (!/\/(src|simulator)\//.test(id) || id.includes('/node_modules/') || !code.includes('import.meta.')) return
    const module = relative(root, id).replaceAll(sep, '/').replace(/\.ts$/, '.js')
    const head = `import { place as placeOf } from ${JSON.stringify(here('place.ts'))};const ownPlace = placeOf(${JSON.stringify(module)});`
    return head + withoutImportMeta(id, code)
  },
}

function withoutImportMeta(id: string, code: string): string {
  const found: { start: number; end: number }[] = []
  new Visitor({ MetaProperty: (node) => void found.push(node) }).visit(parseSync(id, code).program)
  return found
    .toSorted((a, b) => b.start - a.start)
    .reduce((text, { start, end }) => `${text.slice(0, start)}ownPlace${text.slice(end)}`, code)
}

export async function bundle(entry: string): Promise<string> {
  const built = await build({
    configFile: false,
    root,
    logLevel: 'warn',
    plugins: [replaced, placed],
    ssr: { noExternal: true, external: neverBundled },
    build: {
      ssr: entry,
      write: false,
      target: 'node26',
      minify: false,
      rolldownOptions: { output: { format: 'es', codeSplitting: false } },
    },
  })
  const [output, ...others] = 'output' in built ? built.output : []
  if (output?.type !== 'chunk' || others.length > 0) throw new Error(`${entry} cannot be made one file.`)
  return output.code
}
