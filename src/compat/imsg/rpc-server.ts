/**
 * Serves JSON-RPC 2.0 over lines of text as clients of `imsg` expect it: strict requests, three lanes, a bound on what is
 * under way, and an orderly end.
 */
import type { TObject } from '@sinclair/typebox'
import { ValueErrorType } from '@sinclair/typebox/errors'
import { Value } from '@sinclair/typebox/value'
import { isObject, type JsonObject } from '../../base/json-object.ts'
import type { LineWriter } from './line-writer.ts'
import { invalid, RpcError, rpcErrorOf } from './rpc-error.ts'

/** `write`: one after another; `read`: four at a time; `control`: at once. */
export type Lane = 'write' | 'read' | 'control'

export interface RpcMethod {
  lane: Lane
  params: TObject
  /** Other spellings of params. */
  spelled?: Readonly<Record<string, string>>
  run(params: never, call: Call): unknown
}

export interface Call {
  /** Runs once the response was written. */
  afterResponse(action: () => void): void
}

interface Options {
  methods: Readonly<Record<string, RpcMethod>>
  output: LineWriter
}

const mostOutstanding = 128
const readsAtOnce = 4

type Id = string | number | null

interface Request {
  /** Undefined for a notification, which is never answered. */
  id: Id | undefined
  method: string
  params: unknown
}

export class RpcServer {
  readonly #options: Options
  readonly #outstanding = new Set<Promise<void>>()
  readonly #waitingReads: (() => void)[] = []
  #reading = 0
  #lastWrite: Promise<unknown> = Promise.resolve()
  #isClosed = false

  constructor(options: Options) {
    this.#options = options
  }

  /** Takes one line of input. */
  accept(line: string): void {
    if (this.#isClosed || line.trim() === '') return
    let frame: unknown
    try {
      frame = JSON.parse(line)
    } catch {
      this.#fail(null, new RpcError('parse', 'a line is no JSON'))
      return
    }
    const request = this.#requestIn(frame)
    if (request === undefined) return
    if (this.#outstanding.size >= mostOutstanding) {
      this.#fail(request.id, new RpcError('busy', `${mostOutstanding} requests are under way`))
      return
    }
    const handled = this.#handle(request)
    this.#outstanding.add(handled)
    void handled.finally(() => this.#outstanding.delete(handled))
  }

  /** Reports input that is no line of a reasonable length. */
  refuseLine(detail: string): void {
    this.#fail(null, new RpcError('parse', detail))
  }

  /** Accepts nothing more, and resolves when everything that was accepted is answered. */
  async close(): Promise<void> {
    this.#isClosed = true
    await Promise.all(this.#outstanding)
  }

  #requestIn(frame: unknown): Request | undefined {
    const refuse = (id: Id, detail: string) => void this.#fail(id, new RpcError('request', detail))
    if (!isObject(frame)) return refuse(null, 'a request is an object')
    const { id, method, params } = frame
    if (id !== undefined && !isId(id)) return refuse(null, 'id is a string, a number or null')
    if (frame.jsonrpc !== '2.0') return refuse(id ?? null, 'jsonrpc must be "2.0"')
    if (typeof method !== 'string' || method === '') return refuse(id ?? null, 'method must be a string')
    return { id, method, params: 'params' in frame ? params : {} }
  }

  async #handle({ id, method: name, params }: Request): Promise<void> {
    const { methods, output } = this.#options
    const after: (() => void)[] = []
    try {
      const method = Object.hasOwn(methods, name) ? methods[name] : undefined
      if (method === undefined) throw new RpcError('method', name)
      const given = checked(method, params)
      const call: Call = { afterResponse: (action) => void after.push(action) }
      const result = await this.#inLane(method.lane, async () => method.run(given as never, call))
      if (id !== undefined) output.write({ jsonrpc: '2.0', id, result })
      for (const action of after) action()
    } catch (error) {
      this.#fail(id, rpcErrorOf(error))
    }
  }

  #inLane<T>(lane: Lane, run: () => Promise<T>): Promise<T> {
    if (lane === 'control') return run()
    if (lane === 'read') return this.#read(run)
    const result = this.#lastWrite.then(run)
    this.#lastWrite = result.catch(() => undefined)
    return result
  }

  async #read<T>(run: () => Promise<T>): Promise<T> {
    if (this.#reading >= readsAtOnce) await new Promise<void>((resolve) => this.#waitingReads.push(resolve))
    else this.#reading++
    try {
      return await run()
    } finally {
      // The place passes to whoever waits.
      const next = this.#waitingReads.shift()
      if (next === undefined) this.#reading--
      else next()
    }
  }

  #fail(id: Id | undefined, error: RpcError): void {
    if (id !== undefined) this.#options.output.write({ jsonrpc: '2.0', id, error: error.asObject() })
  }
}

const isId = (id: unknown): id is Id => id === null || typeof id === 'string' || typeof id === 'number'

function checked({ params: schema, spelled = {} }: RpcMethod, params: unknown): JsonObject {
  if (!isObject(params)) throw invalid('params must be an object')
  const given: JsonObject = {}
  for (const [name, value] of Object.entries(params)) {
    const proper = Object.hasOwn(spelled, name) ? (spelled[name] ?? name) : name
    if (Object.hasOwn(given, proper)) throw invalid(`${proper} is given twice`)
    given[proper] = value
  }
  const fault = Value.Errors(schema, given).First()
  if (fault === undefined) return given
  const name = fault.path.slice(1)
  throw invalid(name === '' ? fault.message : `${name}: ${reasonOf(fault)}`)
}

function reasonOf({ type, message }: { type: number; message: string }): string {
  if (type === ValueErrorType.ObjectAdditionalProperties) return 'is not known'
  if (type === ValueErrorType.ObjectRequiredProperty) return 'is required'
  return message.charAt(0).toLowerCase() + message.slice(1)
}
