/**
 * Ends the command as if it were done when its reader closes the pipe, as `head` does; a long-running command shuts
 * down in order.
 */
import { exitCodes } from '../../contract/errors.ts'

export function endWithReader(): void {
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
