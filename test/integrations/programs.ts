/** Starts a program on a port of loopback, again and again, and kills it. */
import { type StartedServer, startServer } from '../../src/cli/hub/server-program.ts'

export interface Program {
  /** Resolves when it accepts connections. */
  start(): Promise<void>
  /** Kills it, as a power cut does. */
  kill(): Promise<void>
}

export function programOn(port: number, path: string, args: readonly string[]): Program {
  let server: StartedServer | undefined
  return {
    async start() {
      server = await startServer({ program: path, args, port })
    },
    kill: async () => server?.kill(),
  }
}
