import { defineConfig } from 'vitest/config'

const isLinuxRoot = process.platform === 'linux' && process.getuid?.() === 0

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'ui/**/*.test.ts', 'simulator/**/*.test.ts', 'test/**/*.test.ts', 'fuzz/*.test.ts'],
    // Full and failing disks are made with mounts and strace: only Linux has them, and only root may use them.
    exclude: ['node_modules/**', 'dist/**', ...(isLinuxRoot ? [] : ['test/faults/disk.test.ts'])],
    globalSetup: ['test/setup/programs.ts', 'test/setup/page.ts', 'test/setup/compiled.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
  },
})
