/** Builds the page from ui/ into ui/dist, with the endpoint table reduced to what a browser needs. */
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { ahead } from './build/ahead.ts'
import { classNameOf } from './build/class-names.ts'
import { compileHints } from './build/compile-hints.ts'
import { emojiData } from './build/emoji-data.ts'
import { endpointTable } from './build/endpoint-table.ts'
import { assetName, scriptName } from './build/file-names.ts'
import { firstFiles, placeFiles, resolveDependencies } from './build/first-files.ts'
import { bareIcons, singleIcons } from './build/single-icons.ts'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const entries = ['index.html', 'setup/index.html', 'ahead.ts'].filter((entry) => existsSync(here(entry)))

export default defineConfig({
  root: here('.'),
  base: '/app/',
  plugins: [singleIcons(), bareIcons(), react(), endpointTable(), emojiData(), ahead(here('ahead.ts')), compileHints()],
  // React has had what this package stands in for since version 18.
  resolve: { alias: { 'use-sync-external-store/shim/index.js': 'react' } },
  css: { modules: { localsConvention: 'camelCaseOnly', generateScopedName: classNameOf } },
  build: {
    target: ['chrome123', 'firefox121', 'safari17.5'],
    outDir: here('dist'),
    emptyOutDir: true,
    manifest: true,
    // The page's policy allows no inline scripts, and browsers of these versions need no preload polyfill.
    modulePreload: { polyfill: false, resolveDependencies },
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: entries.map(here),
      output: {
        codeSplitting: { groups: [firstFiles, placeFiles] },
        chunkFileNames: scriptName,
        assetFileNames: assetName,
      },
    },
  },
})
