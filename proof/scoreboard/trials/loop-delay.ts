/**
 * Loaded before the bridge: measures how late its loop of events is, and on SIGUSR2 writes the 99th percentile since
 * the last signal, in milliseconds, into the file that LOOP_DELAY names.
 */
import { renameSync, writeFileSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'

const { LOOP_DELAY: file = '' } = process.env
const delay = monitorEventLoopDelay({ resolution: 5 })
delay.enable()
process.on('SIGUSR2', () => {
  writeFileSync(`${file}.new`, String(delay.percentile(99) / 1e6))
  renameSync(`${file}.new`, file)
  delay.reset()
})
// Programs that this process starts are not observed, and sandboxed ones could not read this file.
delete process.env.NODE_OPTIONS
