/** Builds the runtime of plugin frames: one file, which a plugin's module imports by its published name. */
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

export default defineConfig({
  root: here('.'),
  publicDir: false,
  build: {
    target: ['chrome123', 'firefox121', 'safari17.5'],
    outDir: here('dist/plugin'),
    emptyOutDir: false,
    lib: { entry: here('../src/plugin-ui/index.ts'), formats: ['es'], fileName: () => 'plugin-ui.js' },
  },
})
