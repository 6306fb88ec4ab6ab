#!/usr/bin/env node
// Starts the command from the sources; compiled code is cached, so that they start as fast as a build does.
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { forSources, isStartable } from './supported-node.mjs'

const remedy = 'Start it by npm, with the Node that `npm ci` brings: npm run service -- --help'
if (isStartable(forSources, remedy)) {
  const { enableCompileCache } = await import('node:module')
  const cache = fileURLToPath(new URL('../node_modules/.cache/service', import.meta.url))
  enableCompileCache(cache)
  // For threads, which look here alone: without it each of them carries a compiler of its own.
  process.env.NODE_COMPILE_CACHE = cache
  // Tests name the bundle that they have made of these sources.
  await import(process.env.SERVICE_BUNDLE ?? '../src/cli/main.ts')
}
