#!/usr/bin/env node
import { exitCodes } from '../contract/errors.ts'
/** Runs the command `service` as a process. */
import { run } from './run.ts'

/** Resolves when everything was written; a pipe accepts data only as fast as its reader. */
const written = (stream: NodeJS.WriteStream) => new Promise<void>((resolve) => void stream.write('', () => resolve()))

endWithParent()
endWithReader()
process.exitCode = await run(process.argv)
for (const stream of [process.stdout, process.stderr]) await written(stream)
// A failed start may have left threads or timers behind, which would keep the process alive after its command.
process.exit()

/**
 * Ends a subcommand that `up` or `demo` started when its parent ends for any reason; it would otherwise hold locks and
 * ports that the next start needs.
 */
function endWithParent(): void {
  if (process.channel === undefined || process.channel === null) return
  process.channel.unref()
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
}

/**
 * Ends the command as if it were done when its reader closes the pipe, as `head` does; a long-running command shuts
 * down in order.
 */
function endWithReader(): void {
  let isEnding = false
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (isEnding) return
    isEnding = true
    if (error.code !== 'EPIPE') fail(error)
    else if (process.listenerCount('SIGTERM') > 0) process.kill(process.pid, 'SIGTERM')
    else process.exit(exitCodes.done)
  })
  // Nobody is left to read messages.
  process.stderr.on('error', () => undefined)
}

function fail({ message }: Error): never {
  process.stderr.write(`What was asked for could not be written: ${message}\n`)
  process.exit(exitCodes.unexpected)
}
