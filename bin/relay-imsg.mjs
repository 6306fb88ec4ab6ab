#!/usr/bin/env node
// Starts relay-imsg: as it was built, and from the sources where these are.
import { existsSync } from 'node:fs'
import { keepCompiled } from './keep-compiled.mjs'
import { forPackage, forSources, isStartable } from './supported-node.mjs'

const sources = new URL('../src/compat/imsg/main.ts', import.meta.url)
const isSource = existsSync(sources)
const remedy = 'Install another one from https://nodejs.org or by `brew install node`.'

if (isStartable(isSource ? forSources : forPackage, remedy)) {
  await keepCompiled()
  await import(isSource ? sources.href : '../dist/src/compat/imsg/main.js')
}
