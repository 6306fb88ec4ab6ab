/** Reads the first line from a connection and leaves everything behind it to be read. */
import type { Socket } from 'node:net'

/**
 * Calls back once: with the line, or with undefined when it is too long or the other side ends before it is complete.
 */
export function firstLine(socket: Socket, longest: number, done: (line: string | undefined) => void): void {
  let taken: Buffer = Buffer.alloc(0)
  const finish = (line: string | undefined): void => {
    socket.off('data', take).off('close', lost).off('end', lost)
    done(line)
  }
  const lost = (): void => finish(undefined)
  const take = (chunk: Buffer): void => {
    taken = taken.length === 0 ? chunk : Buffer.concat([taken, chunk])
    const end = taken.indexOf(0x0a)
    if (end < 0 && taken.length <= longest) return
    socket.pause()
    if (end >= 0 && end + 1 < taken.length) socket.unshift(taken.subarray(end + 1))
    finish(end < 0 || end > longest ? undefined : taken.toString('utf8', 0, end))
  }
  socket.on('data', take).on('close', lost).on('end', lost)
}
