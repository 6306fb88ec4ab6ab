#!/usr/bin/env node
// Starts the command as it was built. Releases of Node that are too old can read this file, so that it can tell them so.
import process from 'node:process'
import { keepCompiled } from './keep-compiled.mjs'
import { forPackage, isStartable } from './supported-node.mjs'

// SQLite bears it on Node 22, and whoever reads it can do nothing about it.
const { emitWarning } = process
process.emitWarning = (warning, ...details) =>
  [details[0], details[0]?.type].includes('ExperimentalWarning') || emitWarning.call(process, warning, ...details)

const remedy =
  'Install another one from https://nodejs.org or by `brew install node`, then install local-messaging-relay with its npm.'
if (isStartable(forPackage, remedy)) keepCompiled().then(() => import('../dist/src/cli/main.js'))
