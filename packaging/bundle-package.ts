/**
 * Bundles the code of the package: a process loads a few files instead of some hundred, which is faster, and takes less
 * memory for as long as it runs. A program keeps the path that its source has; what several of them need is in chunks.
 */
import { globSync, rmSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'vite'
import { programNames } from '../simulator/programs/install.ts'
import { neverBundled } from './never-bundled.ts'
import { neverLoaded } from './never-loaded.ts'
import { nodeDirectly } from './node-directly.ts'

const root = fileURLToPath(new URL('../', import.meta.url))
const folder = join(root, 'dist')

/** Modules find files, threads and processes of ours relative to the place that they have in the sources. */
const placed: Plugin = {
  name: 'placed',
  enforce: 'pre',
  transform(code, id) {
    if (!id.startsWith(root) || id.includes('/node_modules/')) return
    const place = JSON.stringify(relative(root, id).replaceAll(sep, '/').replace(/\.ts$/, '.js'))
    return (
      code
        .replace(/\bimport\.meta\.(url|filename|dirname)\b/g, (_, name) => `placeOf(${JSON.stringify(name)}, ${place})`)
        // Only sources are run as scripts.
        .replace(/\bimport\.meta\.main\b/g, 'false')
    )
  },
  renderChunk: (code, { fileName }) =>
    code.replace(/\bplaceOf\("(\w+)", "([^"]+)"\)/g, (_, name: keyof typeof places, place: string) =>
      places[name](relative(dirname(fileName), place).replaceAll(sep, '/')),
    ),
}

const joined = (path: string): string =>
  `globalThis.process.getBuiltinModule("node:path").join(import.meta.dirname, ${JSON.stringify(path)})`

/** The members of `import.meta` in a module whose path from the chunk is given. */
const places = {
  url: (path: string) => `new URL(${JSON.stringify(`./${path}`)}, import.meta.url).href`,
  filename: joined,
  dirname: (path: string) => joined(dirname(path)),
}

/**
 * V8 keeps each source as long as its code lives, in twice the memory where a single character is not of Latin-1. What
 * renders a chunk writes characters as they are, so they are replaced in what was rendered.
 */
const inLatin1: Plugin = {
  name: 'in-latin-1',
  generateBundle(_options, bundle) {
    for (const chunk of Object.values(bundle)) if (chunk.type === 'chunk') chunk.code = escaped(chunk.code)
  },
}

const escaped = (code: string): string =>
  code.replace(/[^\0-\xff]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)

const bundleInto = (chunks: string, entries: readonly string[]) =>
  build({
    configFile: false,
    root,
    logLevel: 'warn',
    plugins: [placed, neverLoaded, nodeDirectly, inLatin1],
    ssr: { noExternal: true, external: neverBundled },
    build: {
      ssr: true,
      outDir: folder,
      emptyOutDir: false,
      target: 'node22.18',
      minify: false,
      license: { fileName: `${chunks}/licenses.md` },
      rolldownOptions: {
        input: Object.fromEntries(entries.map((entry) => [entry, `${entry}.ts`])),
        // Licences are in the file above.
        output: {
          entryFileNames: '[name].js',
          chunkFileNames: `${chunks}/[name]-[hash].js`,
          comments: false,
          // Its files are small, and every process needs most of them. Chunks are not joined beyond that: a thread of the
          // search would load what it never needs.
          codeSplitting: { groups: [{ name: 'base', test: /\/src\/base\// }] },
        },
      },
    },
  })

rmSync(folder, { recursive: true, force: true })
await bundleInto('chunks', [
  'src/cli/main',
  'src/compat/imsg/main',
  ...['index', 'query'].map((name) => `src/search/${name}-thread`),
  ...[...programNames, 'carrier', 'privacy-guard'].map((name) => `simulator/programs/${name}`),
])
// Code that runs in a sandbox must be able to read everything it needs, and none of the chunks above.
await bundleInto('src/plugins/chunks', [
  ...['runner', 'egress', 'isolation/corpus'].map((name) => `src/plugins/${name}/main`),
  'src/plugin-api/index',
  ...globSync('src/integrations/*/index.ts', { cwd: root }).map((path) => path.replace(/\.ts$/, '')),
])
