/**
 * Finds new mails by IMAP and reads them: one connection, one command after another, and nothing is changed. The client
 * is our own, because a general one would take 25 MB more of the plugin's process for the four commands that are
 * needed.
 */
import { connect as connectPlain, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'

export interface ImapServer {
  host: string
  port: number
  security: 'tls' | 'none'
  user: string
  password: string
}

export interface MailHead {
  uid: number
  size: number
  /** The requested header fields, as they appear in the mail. */
  head: Buffer
}

/** Describes a problem in our words, never in those of the server. */
export class ImapProblem extends Error {}

const silenceMs = 30_000
const longestLine = 64 * 1024
const largestLiteral = 40 * 1024 * 1024
const fields = 'MESSAGE-ID IN-REPLY-TO REFERENCES FROM SUBJECT AUTO-SUBMITTED PRECEDENCE'

export class ImapConnection {
  readonly #socket: Socket
  readonly #reader: ServerReader
  #tags = 0

  private constructor(socket: Socket) {
    this.#socket = socket
    this.#reader = new ServerReader(socket)
  }

  /** Connects and logs in. The connection is closed when the signal is aborted. */
  static async open(server: ImapServer, signal: AbortSignal): Promise<ImapConnection> {
    const socket = await connect(server)
    const imap = new ImapConnection(socket)
    const close = () => imap.close()
    signal.addEventListener('abort', close, { once: true })
    socket.once('close', () => signal.removeEventListener('abort', close))
    try {
      await imap.#greet()
      await imap.#command(`LOGIN ${quoted(server.user)} ${quoted(server.password)}`, 'user and password')
      return imap
    } catch (error) {
      imap.close()
      throw error
    }
  }

  /** Opens a folder read-only. */
  async examine(mailbox: string): Promise<{ uidValidity: number; uidNext: number }> {
    const text = (await this.#command(`EXAMINE ${quoted(mailbox)}`, 'this folder')).map(textOf).join('\n')
    const number = (name: string) => Number(new RegExp(`\\[${name} (\\d+)\\]`, 'i').exec(text)?.[1])
    const [uidValidity, uidNext] = [number('UIDVALIDITY'), number('UIDNEXT')]
    if (!Number.isInteger(uidValidity) || !Number.isInteger(uidNext))
      throw new ImapProblem('the mailbox server does not number its mails')
    return { uidValidity, uidNext }
  }

  /** Returns the heads of all mails from this UID on. */
  async heads(fromUid: number): Promise<MailHead[]> {
    const what = `(UID RFC822.SIZE BODY.PEEK[HEADER.FIELDS (${fields})])`
    const responses = await this.#command(`UID FETCH ${fromUid}:* ${what}`, 'reading')
    // A server answers a number that is too high with the last mail.
    return responses.map(headIn).filter((head) => head !== undefined && head.uid >= fromUid) as MailHead[]
  }

  async message(uid: number): Promise<Buffer | undefined> {
    const responses = await this.#command(`UID FETCH ${uid} (UID BODY.PEEK[])`, 'reading')
    return responses.map(literalIn).find((body) => body !== undefined)
  }

  close(): void {
    this.#socket.destroy()
  }

  async #greet(): Promise<void> {
    const greeting = textOf(await this.#reader.response())
    if (!/^\* (OK|PREAUTH)\b/i.test(greeting)) throw new ImapProblem('the mailbox server sends us away')
  }

  /** Returns the responses before the tagged one. `what` names the command in errors for people. */
  async #command(command: string, what: string): Promise<Response[]> {
    const tag = `a${++this.#tags}`
    this.#socket.write(`${tag} ${command}\r\n`)
    const responses: Response[] = []
    for (;;) {
      const response = await this.#reader.response()
      const text = textOf(response)
      if (!text.startsWith(`${tag} `)) responses.push(response)
      else if (/^\w+ OK\b/i.test(text)) return responses
      else throw new ImapProblem(`the mailbox server refuses ${what}`)
    }
  }
}

/** One line of the server, split at its literals, which are the buffers. */
type Response = (string | Buffer)[]
const textOf = (response: Response): string => response.filter((piece) => typeof piece === 'string').join(' ')
const literalIn = (response: Response): Buffer | undefined => response.find((piece) => Buffer.isBuffer(piece))

function headIn(response: Response): MailHead | undefined {
  const text = textOf(response)
  const [uid, size] = [/\bUID (\d+)/i.exec(text)?.[1], /\bRFC822\.SIZE (\d+)/i.exec(text)?.[1]]
  const head = literalIn(response)
  return uid === undefined || head === undefined ? undefined : { uid: Number(uid), size: Number(size ?? 0), head }
}

function connect({ host, port, security }: ImapServer): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = security === 'tls' ? connectTls({ host, port, servername: host }) : connectPlain({ host, port })
    socket.setTimeout(silenceMs, () => socket.destroy(new Error('silence')))
    const fail = ({ code = 'no answer' }: NodeJS.ErrnoException) =>
      reject(new ImapProblem(`the mailbox server cannot be reached (${code})`))
    socket.once('error', fail)
    socket.once(security === 'tls' ? 'secureConnect' : 'connect', () => {
      socket.off('error', fail)
      socket.on('error', () => undefined)
      resolve(socket)
    })
  })
}

/** Reads what the server sends, line by line and literal by literal. */
class ServerReader {
  readonly #chunks: AsyncIterator<Buffer>
  #rest: Buffer = Buffer.alloc(0)

  constructor(socket: Socket) {
    this.#chunks = socket[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  }

  async response(): Promise<Response> {
    const pieces: Response = []
    for (;;) {
      const text = await this.#line()
      const length = /\{(\d+)\}$/.exec(text)?.[1]
      pieces.push(text)
      if (length === undefined) return pieces
      pieces.push(await this.#bytes(Number(length)))
    }
  }

  async #line(): Promise<string> {
    for (let at = this.#rest.indexOf('\r\n'); ; at = this.#rest.indexOf('\r\n')) {
      if (at >= 0) {
        const text = this.#rest.toString('latin1', 0, at)
        this.#rest = this.#rest.subarray(at + 2)
        return text
      }
      if (this.#rest.length > longestLine) throw new ImapProblem('the mailbox server does not end its lines')
      this.#rest = Buffer.concat([this.#rest, await this.#chunk()])
    }
  }

  async #bytes(length: number): Promise<Buffer> {
    if (length > largestLiteral) throw new ImapProblem('a mail is too large')
    const chunks = [this.#rest]
    for (let have = this.#rest.length; have < length; ) {
      const chunk = await this.#chunk()
      chunks.push(chunk)
      have += chunk.length
    }
    const all = Buffer.concat(chunks)
    this.#rest = all.subarray(length)
    return all.subarray(0, length)
  }

  async #chunk(): Promise<Buffer> {
    const { value, done } = await this.#chunks.next().catch(() => ({ value: undefined, done: true }))
    if (done === true || value === undefined) throw new ImapProblem('the mailbox server hung up')
    return value
  }
}

function quoted(text: string): string {
  if (!/^[\x20-\x7e]*$/.test(text)) throw new ImapProblem('user, password and folder may have plain letters only')
  return `"${text.replace(/["\\]/g, '\\$&')}"`
}
