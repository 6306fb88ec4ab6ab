/** Builds the service worker: one file, after the page whose files it caches. */
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'
import { shellFiles } from './build/shell-files.ts'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

export default defineConfig({
  root: here('.'),
  publicDir: false,
  plugins: [shellFiles()],
  build: {
    target: ['chrome123', 'firefox121', 'safari17.5'],
    outDir: here('dist'),
    emptyOutDir: false,
    lib: { entry: here('offline/worker.ts'), formats: ['iife'], name: 'worker', fileName: () => 'service-worker.js' },
  },
})
