/** Starts a floor that answers over HTTP, as a process of its own with the flags of the web process. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { webFlags } from '../../../src/cli/node-flags.ts'

export interface FloorServer extends AsyncDisposable {
  url: string
  pid: number
}

interface Start {
  args: readonly string[]
  /** Sent to the process before it listens; it sends its address in return. */
  told?: object
}

/** `file` is a program beside this file. */
export async function floorServer(file: string, { args, told }: Start): Promise<FloorServer> {
  const entry = fileURLToPath(new URL(file, import.meta.url))
  const server = fork(entry, args, { execArgv: [...webFlags] })
  if (told !== undefined) server.send(told)
  const [{ port }] = (await once(server, 'message')) as [AddressInfo]
  return {
    url: `http://127.0.0.1:${port}`,
    pid: server.pid ?? 0,
    async [Symbol.asyncDispose]() {
      server.kill()
      await once(server, 'exit')
    },
  }
}
