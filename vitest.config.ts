import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const isLinuxRoot = process.platform === 'linux' && process.getuid?.() === 0

const each = {
  ...{ testTimeout: 60_000, hookTimeout: 60_000, maxWorkers: 2 },
  // As patient as whatever else waits for a condition: a second, as it is usually, is nothing to a busy machine.
  expect: { poll: { timeout: 30_000, interval: 10 } },
  // For the threads of what is tested here, as the command has it for its own.
  env: { NODE_COMPILE_CACHE: fileURLToPath(new URL('node_modules/.cache/service', import.meta.url)) },
}

/** Whose tests leave nothing behind in their process: a worker runs many of them, one after the other. */
const besideEachOther = ['{bench,simulator,src,ui}/**/*.test.ts', 'test/{ui,web}/**/*.test.ts']

export default defineConfig({
  test: {
    globalSetup: ['test/setup/programs.ts', 'test/setup/page.ts', 'test/setup/compiled.ts'],
    maxWorkers: each.maxWorkers,
    projects: [
      { test: { ...each, name: 'together', include: besideEachOther, isolate: false } },
      {
        test: {
          ...each,
          name: 'alone',
          include: ['{chaos,fuzz,packaging,scoreboard,soak,test}/**/*.test.ts'],
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
