/**
 * Runs the core of the tests, and the package as a whole, on the oldest Node that package.json allows (`npm run
 * test:node22`).
 */
import { spawnSync } from 'node:child_process'
import { delimiter, join } from 'node:path'
import { root } from './harness/built.ts'
import { nodeRelease } from './harness/node-release.ts'
import { nodeTable } from './harness/node-table.ts'

const core = [
  ...['src/domain/', 'src/apple/', 'src/mac/', 'src/store/', 'src/bridge/'],
  ...['src/search/open-search.test.ts', 'src/plugins/recovery.test.ts', 'src/plugins/isolation/hosted.test.ts'],
  // Tests that start the command from the sources are left out, since the sources need a newer Node. The package does
  // not.
  ...['test/web/every-endpoint.test.ts', 'test/package.test.ts'],
]

const [oldest] = nodeTable.forPackage
const bin = nodeRelease(`${oldest?.from.join('.')}.0`)
const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs')
const { status } = spawnSync(join(bin, 'node'), ['--disable-warning=ExperimentalWarning', vitest, 'run', ...core], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, PATH: [bin, process.env.PATH].join(delimiter) },
})
process.exitCode = status ?? 1
