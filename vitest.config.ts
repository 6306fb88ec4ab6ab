import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { nodeTable } from './test/harness/node-table.ts'
import { patienceMs } from './test/harness/until.ts'
import { bundle, programs } from './test/setup/bundle.ts'
import { FailuresAtOnce } from './test/setup/failures-at-once.ts'
import { ProcessesFirst } from './test/setup/processes-first.ts'
import { SecondTries } from './test/setup/second-tries.ts'
import { SkippedTests } from './test/setup/skipped.ts'

const isLinuxRoot = process.platform === 'linux' && process.getuid?.() === 0

// The time that a claim takes to show depends on the load of the machine, so a test times out only when it waits for
// something that never comes. Every wait for a condition ends before that and names the condition: see
// test/harness/until.ts. With every case of a test (`npm run proof -- whole`), a test may take longer in proportion.
const mostMs = (process.env.WHOLE === '1' ? 6 : 1) * 600_000
const counter = fileURLToPath(new URL('proof/suite/counting-worker.ts', import.meta.url))
const each = {
  // Node loads the sources itself, as it does for the command, with its cache of compiled code. An older one needs Vite.
  experimental: {
    viteModuleRunner: !nodeTable.isSupported(process.versions.node, nodeTable.forSources),
    nodeLoader: false,
  },
  testTimeout: mostMs,
  hookTimeout: mostMs,
  // See proof/suite.
  execArgv: process.env.SUITE_COUNTS === undefined ? [] : [`--import=${counter}`],
  // Most tests wait for processes, disks and pages more than they compute: twice as many workers as processors left a third
  // of two processors idle.
  maxWorkers: Math.min(9, 3 * availableParallelism()),
  expect: { poll: { timeout: patienceMs, interval: 10 } },
  // Threads that the tests start get the same flags as those of the command.
  env: {
    NODE_COMPILE_CACHE: fileURLToPath(new URL('node_modules/.cache/service', import.meta.url)),
    SERVICE_BUNDLE: bundle,
    SIMULATOR_BUNDLE: programs,
  },
}

/** These change what belongs to a whole process: its folder or its environment. Or they need much memory. */
const alone = ['test/cli/examples.test.ts', 'test/{isolation/attacks,timers}.test.ts']

/**
 * A browser may be starved by whatever else runs here. Where it showed something too late, its test is tried once more,
 * and the report names every test that needed that: each of them is a fault to find, of the page or of the test.
 */
const withBrowser = 'test/ui/**/*.test.ts'
const tooLate = /Timeout|^Waited \d+ ms/

/** Full and failing disks are made with mounts and strace: only Linux has them, and only root may use them. */
const impossible = isLinuxRoot ? [] : ['test/faults/disk.test.ts']

export default defineConfig({
  test: {
    globalSetup: ['temporary-folder', 'programs', 'page', 'bundle', 'compiled'].map((name) => `test/setup/${name}.ts`),
    maxWorkers: each.maxWorkers,
    sequence: { sequencer: ProcessesFirst },
    reporters: ['default', new FailuresAtOnce(), new SkippedTests(), new SecondTries()],
    projects: [
      {
        test: {
          ...each,
          name: 'together',
          include: ['{packaging,proof,simulator,src,test,ui}/**/*.test.ts'],
          exclude: [...alone, ...impossible, withBrowser],
          // A worker runs many of these, one after the other: they leave nothing behind in its process.
          isolate: false,
        },
      },
      {
        test: {
          ...each,
          name: 'page',
          // Services that are tested one after the other have one port: see test/harness/web-here.ts.
          env: { ...each.env, KEEP_PORT: '1' },
          include: [withBrowser],
          isolate: false,
          retry: { count: 1, condition: tooLate },
        },
      },
      { test: { ...each, name: 'alone', include: alone } },
    ],
  },
})
