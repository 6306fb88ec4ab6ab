/**
 * Runs the tests on another Node: `npm run test:node -- 24` takes the newest release of that line, `npm run test:node`
 * the oldest that package.json allows. What follows the release are arguments for Vitest.
 *
 * A Node that cannot run the sources as they are gets the core of the tests, and the package as a whole.
 */
import { spawnSync } from 'node:child_process'
import { delimiter, join } from 'node:path'
import { root } from './harness/built.ts'
import { nodeRelease } from './harness/node-release.ts'
import { nodeTable } from './harness/node-table.ts'

const core = [
  'src/domain/',
  'src/apple/',
  'src/mac/',
  'src/store/',
  'src/bridge/',
  'src/search/open-search.test.ts',
  'src/plugins/isolation/hosted.test.ts',
  // Tests that start the command from the sources are left out, since the sources need a newer Node. The package does
  // not.
  'test/web/every-endpoint.test.ts',
  'test/package.test.ts',
]

const [oldest] = nodeTable.forPackage
const [release = `${oldest?.from.join('.')}.0`, ...others] = process.argv.slice(2)
const bin = nodeRelease(release)
const node = join(bin, 'node')
const version = spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout.trim().replace('v', '')
const runsSources = nodeTable.isSupported(version, nodeTable.forSources)
process.stdout.write(`Node ${version}: ${runsSources ? 'every test' : 'the core of the tests, and the package'}\n`)
const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs')
const tests = others.length > 0 || runsSources ? others : core
const { status } = spawnSync(node, ['--disable-warning=ExperimentalWarning', vitest, 'run', ...tests], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, PATH: [bin, process.env.PATH].join(delimiter) },
})
process.exitCode = status ?? 1
