/** Whoever closes the pipe, as `head` does, has seen enough: the command ends as if it were done, and in order where it goes on by itself. */
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
  // Nobody is left to be told of anything.
  process.stderr.on('error', () => undefined)
}

function fail({ message }: Error): never {
  process.stderr.write(`What was asked for could not be written: ${message}\n`)
  process.exit(exitCodes.unexpected)
}
