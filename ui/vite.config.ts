/** Builds the page from ui/ into ui/dist, with the endpoint table reduced to what a browser needs. */
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { emojiData } from './build/emoji-data.ts'
import { endpointTable } from './build/endpoint-table.ts'
import { firstFiles } from './build/first-files.ts'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const entries = ['index.html', 'setup/index.html'].filter((entry) => existsSync(here(entry)))

export default defineConfig({
  root: here('.'),
  base: '/app/',
  plugins: [react(), endpointTable(), emojiData()],
  // React has had what this package stands in for since version 18.
  resolve: { alias: { 'use-sync-external-store/shim/index.js': 'react' } },
  css: { modules: { localsConvention: 'camelCaseOnly' } },
  build: {
    target: ['chrome123', 'firefox121', 'safari17.5'],
    outDir: here('dist'),
    emptyOutDir: true,
    manifest: true,
    // The page's policy allows no inline scripts, and browsers of these versions need no preload polyfill.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    rolldownOptions: { input: entries.map(here), output: { codeSplitting: { groups: [firstFiles] } } },
  },
})
