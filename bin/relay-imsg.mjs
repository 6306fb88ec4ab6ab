#!/usr/bin/env node
// Starts relay-imsg: as it was built, and from the sources where these are.
import { existsSync } from 'node:fs'
import { forPackage, forSources, isStartable } from './supported-node.mjs'

const sources = new URL('../src/compat/imsg/main.ts', import.meta.url)
const isSource = existsSync(sources)
const remedy = 'Install another one from https://nodejs.org or by `brew install node`.'

if (isStartable(isSource ? forSources : forPackage, remedy)) {
  if (isSource) {
    const { enableCompileCache } = await import('node:module')
    enableCompileCache(new URL('../node_modules/.cache/service', import.meta.url).pathname)
    await import(sources.href)
  } else await import('../dist/src/compat/imsg/main.js')
}
