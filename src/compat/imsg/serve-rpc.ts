/** Runs the RPC server over standard input and output until the input ends or a signal comes. */
import { StringDecoder } from 'node:string_decoder'
import { LineWriter } from './line-writer.ts'
import { Methods } from './methods.ts'
import { RpcServer } from './rpc-server.ts'
import type { Session } from './session.ts'
import { untilStopped } from './until-stopped.ts'

const longestLine = 8 * 1024 * 1024

export async function serveRpc(session: Session, version: string): Promise<void> {
  const output = new LineWriter(process.stdout)
  const methods = new Methods({ session, version, output })
  const server = new RpcServer({ methods: methods.table, output })
  const ended = new AbortController()
  const stopped = untilStopped(ended.signal)
  await Promise.race([readLines(server), stopped])
  ended.abort()
  process.stdin.destroy()
  const drained = server.close()
  await methods.close()
  await drained
}

/** Resolves when the input ends, whether or not it ends well. */
async function readLines(server: RpcServer): Promise<void> {
  const decoder = new StringDecoder('utf8')
  let rest = ''
  let isSkipping = false
  try {
    for await (const chunk of process.stdin) {
      const [first = '', ...others] = decoder.write(chunk as Buffer).split('\n')
      rest += first
      for (const next of others) {
        if (isSkipping) isSkipping = false
        else server.accept(rest)
        rest = next
      }
      if (rest.length <= longestLine) continue
      if (!isSkipping) server.refuseLine(`a line is longer than ${longestLine} characters`)
      isSkipping = true
      rest = ''
    }
  } catch {
    // A pipe that breaks has ended.
  }
  if (!isSkipping) server.accept(rest)
}
