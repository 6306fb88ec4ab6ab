import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { nodeTable } from './test/harness/node-table.ts'
import { patienceMs } from './test/harness/until.ts'
import { bundle } from './test/setup/bundle.ts'
import { SkippedTests } from './test/setup/skipped.ts'

const isLinuxRoot = process.platform === 'linux' && process.getuid?.() === 0

// How long a claim takes to show depends on who else uses the machine, so a test ends for its time only when it waits for what
// never comes. Whatever waits for a condition gives up before that and says what it waited for: see test/harness/until.ts.
// Every case of a test (`npm run proof -- whole`) takes as many times longer as the suite tries fewer.
const mostMs = (process.env.WHOLE === '1' ? 6 : 1) * 600_000
const each = {
  // Node loads the sources itself, as it does for the command, with its cache of compiled code. An older one needs Vite.
  experimental: {
    viteModuleRunner: !nodeTable.isSupported(process.versions.node, nodeTable.forSources),
    nodeLoader: false,
  },
  testTimeout: mostMs,
  hookTimeout: mostMs,
  // Most tests wait for processes, disks and pages more than they compute.
  maxWorkers: Math.min(8, 2 * availableParallelism()),
  expect: { poll: { timeout: patienceMs, interval: 10 } },
  // For the threads of what is tested here, as the command has it for its own.
  env: {
    NODE_COMPILE_CACHE: fileURLToPath(new URL('node_modules/.cache/service', import.meta.url)),
    SERVICE_BUNDLE: bundle,
  },
}

/** Whose tests leave nothing behind in their process: a worker runs many of them, one after the other. */
const besideEachOther = [
  '{simulator,src,ui}/**/*.test.ts',
  'proof/{*,{bench,scoreboard,soak}/**/*}.test.ts',
  'test/{ui,web}/**/*.test.ts',
]

export default defineConfig({
  test: {
    globalSetup: ['programs', 'page', 'bundle', 'compiled'].map((name) => `test/setup/${name}.ts`),
    maxWorkers: each.maxWorkers,
    reporters: ['default', new SkippedTests()],
    projects: [
      { test: { ...each, name: 'together', include: besideEachOther, isolate: false } },
      {
        test: {
          ...each,
          name: 'alone',
          include: ['{packaging,proof,test}/**/*.test.ts'],
          exclude: [
            ...besideEachOther,
            // Full and failing disks are made with mounts and strace: only Linux has them, and only root may use them.
            ...(isLinuxRoot ? [] : ['test/faults/disk.test.ts']),
          ],
        },
      },
    ],
  },
})
