import { defineConfig } from 'vitest/config'

const isLinuxRoot = process.platform === 'linux' && process.getuid?.() === 0

const each = {
  ...{ testTimeout: 60_000, hookTimeout: 60_000, maxWorkers: 2 },
  // As patient as whatever else waits for a condition: a second, as it is usually, is nothing to a busy machine.
  expect: { poll: { timeout: 30_000, interval: 10 } },
}

/** Whose tests leave nothing behind in their process: a worker runs many of them, one after the other. */
const besideEachOther = [
  'src/{actions,apple,bridge,client,contract,domain,export,mac,mcp,search,sending,store,web}/**/*.test.ts',
  'bench/**/*.test.ts',
  'simulator/*.test.ts',
  'simulator/{contacts,formats,media,messages,schema,world}/**/*.test.ts',
  'test/{ui,web}/**/*.test.ts',
  'ui/**/*.test.ts',
]

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
          include: ['{src,simulator,test,packaging}/**/*.test.ts', '{chaos,fuzz,scoreboard,soak}/**/*.test.ts'],
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
