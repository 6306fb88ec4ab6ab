/**
 * Replays what a client of a BlueBubbles server asks, in its order, and checks what the client reads from each answer.
 * The transcripts beside this file describe programs that do not run here.
 */
import { readdirSync, readFileSync } from 'node:fs'
import type { Receiver } from '../harness/receiver.ts'
import { until } from '../harness/until.ts'
import { type Reads, unreadable, valueAt } from './reads.ts'

interface Call {
  /** Method and path below /api/v1, with `{name}` for a value of the world; `{name:raw}` is not percent-encoded. */
  call: string
  body?: unknown
  /** Fields of a form; the file is sent with it as `attachment`. */
  form?: Readonly<Record<string, string>>
  status?: number
  reads?: Reads
  /** Values for later steps, by the path in the response. */
  keeps?: Readonly<Record<string, string>>
  /** The type and the least number of bytes of a response that is no JSON. */
  file?: { type: string; bytes: number }
  /** The difference to the original's response, and its reason. */
  differs?: string
}

/** The other person writes. */
interface Arrival {
  arrives: string
}

/** Waits until the registered webhook gets the event. */
interface Told {
  told: string
  reads: Reads
}

export interface Transcript {
  client: string
  /** The release or commit that was read. */
  release: string
  /** The parameter or header by which the client gives the password. */
  password: 'guid' | 'password' | 'token' | 'X-API-Key' | 'Authorization'
  steps: readonly (Call | Arrival | Told)[]
}

export interface Served {
  /** The address of the listener, without a slash at its end. */
  url: string
  password: string
  /** The values for which `{name}` stands. */
  values: Readonly<Record<string, string>>
  receiver: Receiver
  arrive(text: string): void
}

export interface Replayed {
  client: string
  calls: string[]
  /** Calls that the original refuses here as well, in the same words. */
  refused: string[]
  differs: string[]
  /** The parts that the client could not have used. */
  findings: string[]
}

const folder = new URL('transcripts/', import.meta.url)

export const transcripts = (): Transcript[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .toSorted()
    .map((name) => JSON.parse(readFileSync(new URL(name, folder), 'utf8')))

export async function replay(transcript: Transcript, served: Served): Promise<Replayed> {
  const replayed: Replayed = { client: transcript.client, calls: [], refused: [], differs: [], findings: [] }
  const values: Record<string, string> = {
    ...served.values,
    client: transcript.client.toLowerCase().replaceAll(/\W+/g, '-'),
  }
  let [lastText, heard] = ['', served.receiver.delivered.length]
  for (const step of transcript.steps) {
    if ('arrives' in step) {
      heard = served.receiver.delivered.length
      lastText = filled(step.arrives, values)
      served.arrive(lastText)
    } else if ('told' in step) {
      // A webhook that was not accepted is the finding, and nothing more will arrive.
      if (!('webhook' in values)) continue
      const told = await toldOf({ ...served, type: step.told, text: lastText, from: heard })
      replayed.findings.push(...unreadable(told, step.reads).map((line) => `webhook ${step.told}: ${line}`))
    } else await makeCall(step, { transcript, served, values, replayed })
  }
  return replayed
}

interface Replaying {
  transcript: Transcript
  served: Served
  values: Record<string, string>
  replayed: Replayed
}

async function makeCall(step: Call, { transcript, served, values, replayed }: Replaying): Promise<void> {
  const [method = 'GET', path = ''] = step.call.split(' ')
  const url = new URL(`${served.url}/api/v1${filled(path, values, encodeURIComponent)}`)
  const headers: Record<string, string> = {}
  if (transcript.password === 'Authorization') headers.authorization = `Bearer ${served.password}`
  else if (transcript.password === 'X-API-Key') headers['x-api-key'] = served.password
  else url.searchParams.set(transcript.password, served.password)
  const response = await fetch(url, { method, headers: { ...headers, ...typeOf(step) }, body: bodyOf(step, values) })
  const shown = `${method} ${path.split('?')[0]?.replaceAll(/\{(\w+)(:raw)?\}/g, ':$1')}`
  replayed.calls.push(shown)
  if (step.differs !== undefined) replayed.differs.push(`${shown}: ${step.differs}`)
  const findings = await judged(step, { response, values, refused: () => replayed.refused.push(shown) })
  replayed.findings.push(...findings.map((line) => `${shown}: ${line}`))
}

interface Answered {
  response: Response
  values: Record<string, string>
  refused(): void
}

async function judged(step: Call, { response, values, refused }: Answered): Promise<string[]> {
  const { status = 200, file, reads = {}, keeps = {} } = step
  const bytes = Buffer.from(await response.arrayBuffer())
  const wrong =
    response.status === status ? [] : [`${response.status} ${bytes.toString().slice(0, 200)}, not ${status}`]
  if (file !== undefined) {
    const type = response.headers.get('content-type') ?? ''
    return [
      ...wrong,
      ...(type.startsWith(file.type) ? [] : [`its type is ${type}, not ${file.type}`]),
      ...(bytes.length >= file.bytes ? [] : [`${bytes.length} bytes, not ${file.bytes}`]),
    ]
  }
  if (Object.keys(reads).length === 0 && wrong.length > 0) return wrong
  const answer = parsed(bytes.toString())
  if (answer === undefined) return Object.keys(reads).length === 0 ? wrong : [...wrong, 'it is no JSON']
  if (valueAt(answer, 'error.type') === 'iMessage Error') refused()
  for (const [name, path] of Object.entries(keeps)) {
    const value = valueAt(answer, path)
    if (value !== undefined) values[name] = String(value)
  }
  return [...wrong, ...unreadable(answer, filledIn(reads, values) as Reads)]
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const typeOf = ({ body }: Call): Record<string, string> =>
  body === undefined ? {} : { 'content-type': 'application/json' }

function bodyOf({ body, form }: Call, values: Record<string, string>): string | FormData | null {
  if (body !== undefined) return JSON.stringify(filledIn(body, values))
  if (form === undefined) return null
  const data = new FormData()
  for (const [name, value] of Object.entries(form)) data.set(name, filled(value, values))
  data.set('attachment', new File([Buffer.from('a few words\n')], `${values.client}.txt`, { type: 'text/plain' }))
  return data
}

/** Fills in every text of a value; a text that is a lone number of the world stays a number. */
export function filledIn(value: unknown, values: Record<string, string>): unknown {
  if (typeof value === 'string') {
    const number = /^\{(\w+):number\}$/.exec(value)?.[1]
    return number === undefined ? filled(value, values) : Number(values[number])
  }
  if (Array.isArray(value)) return value.map((each) => filledIn(each, values))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, filledIn(each, values)]))
}

export const filled = (text: string, values: Record<string, string>, encode = (value: string) => value): string =>
  text.replaceAll(/\{(\w+)(:raw)?\}/g, (_all, name: string, raw?: string) => {
    const value = values[name]
    if (value === undefined) throw new Error(`The transcript names {${name}}, which the world does not have.`)
    return raw === undefined ? encode(value) : value
  })

interface Wanted extends Served {
  type: string
  text: string
  /** The number of requests that had come before. */
  from: number
}

async function toldOf({ receiver, type, text, from }: Wanted): Promise<unknown> {
  const bodies = () =>
    receiver.delivered.slice(from).map(({ raw }) => JSON.parse(raw) as { type: string; data: object })
  const isWanted = ({ type: told, data }: { type: string; data: object }) =>
    told === type && (type !== 'new-message' || (data as { text?: string }).text === text)
  await until(() => bodies().some(isWanted), {
    describe: () => `a webhook of ${type}; came ${JSON.stringify(bodies().map(({ type: told }) => told))}`,
  })
  return bodies().find(isWanted)
}
