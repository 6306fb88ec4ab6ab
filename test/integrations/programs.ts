/**
 * Finds real programs that integrations talk to on this machine, starts them on loopback, and ends them by their
 * process id.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { connect } from 'node:net'
import { delimiter, join } from 'node:path'
import { until } from '../harness/until.ts'

/** Debian installs servers in folders that are not in an ordinary user's PATH. */
const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin', '/opt/homebrew/sbin']

export const findProgram = (name: string): string | undefined =>
  folders.map((folder) => join(folder, name)).find((path) => existsSync(path))

export interface Program {
  /** Resolves when it accepts connections. */
  start(): Promise<void>
  /** Kills it, as a power cut does. */
  kill(): Promise<void>
}

export function programOn(port: number, path: string, args: readonly string[]): Program {
  let child: ChildProcess | undefined
  let output = ''
  return {
    async start() {
      child = spawn(path, args, { stdio: ['ignore', 'pipe', 'pipe'] })
      for (const stream of [child.stdout, child.stderr])
        stream?.setEncoding('utf8').on('data', (text: string) => {
          output += text
        })
      await until(
        () => {
          if (child?.exitCode !== null) throw new Error(`${path} ended: ${output}`)
          return listens(port)
        },
        { describe: () => `${path} to listen: ${output}` },
      )
    },
    async kill() {
      if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
  }
}

const listens = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    const say = (answer: boolean) => () => {
      socket.destroy()
      resolve(answer)
    }
    socket.once('connect', say(true)).once('error', say(false))
  })
