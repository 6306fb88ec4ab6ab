/**
 * `npm run build:sea` builds the executable with everything that belongs to it, in a folder of its own below build/.
 */
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { nodeFlags } from '../../src/cli/node-flags.ts'
import { names } from '../../src/contract/names.ts'
import { entitlements } from '../../src/domain/program-identity/bundle.ts'
import { bundle } from './bundle.ts'
import { executableFolder } from './folder.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const { sign } = parseArgs({ options: { sign: { type: 'string', default: '-' } } }).values

const folder = executableFolder(root)
const library = join(folder, 'lib')
const program = join(folder, names.command)
const node = join(library, 'node')

rmSync(folder, { recursive: true, force: true })
mkdirSync(library, { recursive: true })
layOutLibrary()
await buildProgram()
if (process.platform === 'darwin') for (const each of [node, program]) signed(each)
process.stdout.write(`${program}\n`)

/** Lays out the files as the package has them, which need no others, and the Node that runs plugins. */
function layOutLibrary(): void {
  const isWanted = (path: string) => !path.endsWith('.d.ts') || /plugin-(api|ui)/.test(path)
  cpSync(join(root, 'dist'), join(library, 'dist'), { recursive: true, filter: isWanted })
  for (const name of ['package.json', 'LICENSE']) cpSync(join(root, name), join(library, name))
  cpSync(process.execPath, node)
}

async function buildProgram(): Promise<void> {
  const work = join(root, 'build', 'work')
  mkdirSync(work, { recursive: true })
  const written = async (entry: string, name: string) => {
    writeFileSync(join(work, name), await bundle(join(root, entry)))
    return join(work, name)
  }
  const threads = ['index-thread', 'query-thread'].map(
    async (name) => [name, await written(`src/search/${name}.ts`, `${name}.mjs`)] as const,
  )
  const config = {
    main: await written('packaging/executable/start.ts', 'start.mjs'),
    mainFormat: 'module',
    output: program,
    disableExperimentalSEAWarning: true,
    useCodeCache: true,
    execArgv: nodeFlags,
    // Nobody can add a flag, by NODE_OPTIONS or otherwise: the flag's author would get what the program may do.
    execArgvExtension: 'none',
    assets: Object.fromEntries(await Promise.all(threads)),
  }
  writeFileSync(join(work, 'sea.json'), JSON.stringify(config))
  // Uses the flags that the executable will have, since V8 rejects code that was compiled under others.
  execFileSync(process.execPath, [...nodeFlags, '--build-sea', join(work, 'sea.json')], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

/** "-" signs without an identity: the program runs, and macOS treats each build as another program. */
function signed(file: string): void {
  const allowed = join(root, 'build', 'work', 'entitlements.plist')
  writeFileSync(allowed, entitlements)
  const args = ['--force', '--options', 'runtime', '--entitlements', allowed, '--sign', sign, file]
  execFileSync('codesign', args, { stdio: 'inherit' })
}
