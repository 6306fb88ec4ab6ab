/** Asks the person at the terminal a question; the input can be hidden. */
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { ServiceError } from '../domain/service-error.ts'

export interface Terminal {
  input: NodeJS.ReadableStream & { isTTY?: boolean }
  /** stderr, since stdout is for what programs read. */
  output: NodeJS.WritableStream
}

interface Question {
  question: string
  hidden?: boolean
  /** Ends the question, which then throws NotAnswered. */
  signal?: AbortSignal
}

export const realTerminal: Terminal = { input: process.stdin, output: process.stderr }

/** The person pressed Ctrl-C, or the input ended before an answer. */
export class NotAnswered extends ServiceError {
  constructor(message: string) {
    super('invalid_request', message)
  }
}

/** Throws `invalid_request` where nobody can be asked, and NotAnswered where nobody answers. `instead` explains what to do then. */
export async function ask(
  { question, hidden = false, signal }: Question,
  instead: string,
  { input, output }: Terminal = realTerminal,
): Promise<string> {
  if (input.isTTY !== true) throw new ServiceError('invalid_request', `There is no terminal to ask at: ${instead}.`)
  const unseen = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input, output: hidden ? unseen : output, terminal: true, historySize: 0 })
  const left = new AbortController()
  for (const event of ['SIGINT', 'close'] as const) lines.once(event, () => left.abort())
  try {
    // readline writes the question only when the input is visible: it clears the line that it believes to own.
    if (hidden) output.write(question)
    const either = signal === undefined ? left.signal : AbortSignal.any([left.signal, signal])
    return await lines.question(hidden ? '' : question, { signal: either })
  } catch {
    throw new NotAnswered('Nothing was answered, so nothing was changed.')
  } finally {
    lines.close()
    if (hidden) output.write('\n')
  }
}

/** Reads all of it, without the line feed that `echo` appends. */
export const readInput = async (input: NodeJS.ReadableStream = process.stdin): Promise<string> =>
  (await text(input)).replace(/\r?\n$/, '')

/** Throws `invalid_request` unless the answer is yes. */
export async function requireYes(question: string): Promise<void> {
  const answer = await ask({ question: `${question} [y/N] ` }, 'add --yes')
  if (!/^y(es)?$/i.test(answer.trim())) throw new ServiceError('invalid_request', 'Nothing was changed.')
}
