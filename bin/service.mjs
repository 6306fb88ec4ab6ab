#!/usr/bin/env node
// Starts the command from the sources; compiled code is kept, so that they start as fast as a build does, and so that no
// thread carries a compiler of its own.
import process from 'node:process'
import { keepCompiled } from './keep-compiled.mjs'
import { forSources, isStartable } from './supported-node.mjs'

const remedy = 'Start it by npm, with the Node that `npm ci` brings: npm run service -- --help'
if (isStartable(forSources, remedy)) {
  await keepCompiled()
  // Tests name the bundle that they have made of these sources.
  await import(process.env.SERVICE_BUNDLE ?? '../src/cli/main.ts')
}
