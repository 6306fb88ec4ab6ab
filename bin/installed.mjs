#!/usr/bin/env node
// Starts the command as it was built. Releases of Node that are too old can read this file, so that it can tell them so.
import process from 'node:process'

// As package.json says it, too.
const least = [22, 18]

// SQLite bears it on Node 22, and whoever reads it can do nothing about it.
const { emitWarning } = process
process.emitWarning = (warning, ...details) =>
  [details[0], details[0]?.type].includes('ExperimentalWarning') || emitWarning.call(process, warning, ...details)

const [major, minor] = process.versions.node.split('.').map(Number)
if (major > least[0] || (major === least[0] && minor >= least[1])) import('../dist/src/cli/main.js')
else {
  process.exitCode = 1
  process.stderr.write(
    `service needs Node ${least.join('.')} or later; this is Node ${process.versions.node} at ${process.execPath}.\n` +
      'Install a newer one from https://nodejs.org or by `brew install node`, then install local-messaging-relay with its npm.\n',
  )
}
