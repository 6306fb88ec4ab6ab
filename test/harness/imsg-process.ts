/** Starts `relay-imsg rpc` as its clients do, and speaks to it line by line without a library. */
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { until } from './until.ts'

const entry = fileURLToPath(new URL('../../bin/relay-imsg.mjs', import.meta.url))

function environment(home: string, more: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const { SERVICE_DIR: _, ...env } = process.env
  return { ...env, NO_COLOR: '1', HOME: home, ...more }
}

export interface Ended {
  status: number
  stdout: string
  stderr: string
}

/** Runs one of its commands until it ends. */
export function runImsg(
  home: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
  program: string = entry,
): Promise<Ended> {
  const { promise, resolve } = Promise.withResolvers<Ended>()
  execFile(process.execPath, [program, ...args], { env: environment(home, env) }, (error, stdout, stderr) =>
    resolve({ status: error === null ? 0 : Number(error.code), stdout, stderr }),
  )
  return promise
}

// biome-ignore lint/suspicious/noExplicitAny: what a client reads has no type of its own
type Any = any

export interface Frame {
  jsonrpc: string
  id?: string | number | null
  method?: string
  params?: Any
  result?: Any
  error?: { code: number; message: string; data: Any }
}

export class ImsgProcess implements AsyncDisposable {
  static readonly entry = entry
  readonly child
  /** Everything that it wrote, in order. */
  readonly frames: Frame[] = []
  #stderr = ''
  #lastId = 0
  readonly #exited: Promise<unknown[]>

  constructor(home: string, env: NodeJS.ProcessEnv = {}, args: readonly string[] = ['rpc', '--json'], program = entry) {
    this.child = spawn(process.execPath, [program, ...args], { env: environment(home, env) })
    this.#exited = once(this.child, 'exit')
    let rest = ''
    this.child.stdout.setEncoding('utf8').on('data', (text: string) => {
      const lines = (rest + text).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) this.frames.push(JSON.parse(line))
    })
    this.child.stderr.setEncoding('utf8').on('data', (text: string) => {
      this.#stderr += text
    })
  }

  get stderr(): string {
    return this.#stderr
  }

  say(line: string): void {
    this.child.stdin.write(`${line}\n`)
  }

  /** Resolves with the whole answer, which may be an error. */
  async call(method: string, params?: unknown): Promise<Frame> {
    const id = `call-${++this.#lastId}`
    this.say(JSON.stringify({ jsonrpc: '2.0', id, method, ...(params !== undefined && { params }) }))
    return this.answer(id)
  }

  /** Resolves with the result; throws where there is none. */
  async ask(method: string, params?: unknown): Promise<Any> {
    const { result, error } = await this.call(method, params)
    if (error !== undefined) throw new Error(`${method}: ${JSON.stringify(error)}`)
    return result
  }

  async answer(id: Frame['id']): Promise<Frame> {
    let found: Frame | undefined
    await until(
      () => {
        found = this.frames.find((frame) => frame.id === id)
        if (found === undefined && this.child.exitCode !== null) throw new Error(`It ended: ${this.#stderr}`)
        return found !== undefined
      },
      { describe: () => `an answer to ${id}; it said ${this.#stderr}` },
    )
    return found as Frame
  }

  /** The messages of a subscription so far. */
  messages(subscription: number): Any[] {
    return this.told('message', subscription).map(({ message }) => message)
  }

  told(method: string, subscription: number): Any[] {
    return this.frames.flatMap((frame) =>
      frame.method === method && frame.params.subscription === subscription ? [frame.params] : [],
    )
  }

  /** Ends its input and resolves with the exit code. */
  async end(): Promise<number | null> {
    this.child.stdin.end()
    const [code] = await this.#exited
    return code as number | null
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.child.exitCode === null && this.child.signalCode === null) {
      this.child.kill('SIGKILL')
      await this.#exited
    }
  }
}
