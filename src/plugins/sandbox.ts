/** What a plugin's process may touch: the arguments and the environment it is started with. */
import { dirname, join } from 'node:path'

export interface Sandbox {
  /** Folders and files that the plugin needs of itself and its packages. */
  readable: readonly string[]
  dataDir: string
  /** For the compiled code of this plugin alone: whoever may write it decides what runs. */
  cacheDir: string
}

const ourFolder = import.meta.dirname
const extension = import.meta.filename.endsWith('.ts') ? '.ts' : '.js'
const runnerEntry = join(ourFolder, 'runner', `main${extension}`)

/** The runner with what it imports, and the package.json files that say how to read them. */
const runnerCode = [
  ...['plugins', 'plugin-api', 'domain'].map((room) => join(ourFolder, '..', room)),
  ...packageFilesAbove(ourFolder),
]

const heapLimitMb = 128
/** Before Node 25 the permission model knows no network. */
const hasNetworkPermission = Number(process.versions.node.split('.')[0]) >= 25

export function sandboxArguments({ readable, dataDir, cacheDir }: Sandbox): string[] {
  const read = [...runnerCode, ...readable, ...readable.flatMap(packageFilesAbove), dataDir, cacheDir]
  return [
    '--permission',
    ...[...new Set(read)].map((path) => `--allow-fs-read=${path}`),
    ...[dataDir, cacheDir].map((path) => `--allow-fs-write=${path}`),
    ...(hasNetworkPermission ? ['--allow-net'] : []),
    // chat.db could be read through it whatever the file permissions above say.
    '--no-experimental-sqlite',
    '--disable-sigusr1',
    '--no-addons',
    '--disable-proto=delete',
    '--disallow-code-generation-from-strings',
    `--max-old-space-size=${heapLimitMb}`,
    '--disable-warning=ExperimentalWarning',
    '--disable-warning=SecurityWarning',
    runnerEntry,
  ]
}

/** Nothing of ours: no HOME, no PATH, no secret of a shell. */
export const sandboxEnvironment = ({ dataDir, cacheDir }: Sandbox): Record<string, string> => ({
  TMPDIR: dataDir,
  // Also spares the runner the type stripper while we run from sources: 18 MB.
  NODE_COMPILE_CACHE: cacheDir,
})

function packageFilesAbove(path: string): string[] {
  const above = dirname(path)
  return above === path ? [] : [join(above, 'package.json'), ...packageFilesAbove(above)]
}
