/**
 * A minimal IMAP client that finds new mails and reads them: one connection, one command after another, and nothing is
 * changed.
 */
import { connect as connectPlain, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'

export interface ImapAddress {
  host: string
  port: number
  security: 'tls' | 'none'
  user: string
  password: string
}

export interface Imap {
  /** Opens a folder read-only. */
  examine(mailbox: string): Promise<{ uidValidity: number; uidNext: number }>
  /** Returns the heads of all mails from this UID on. */
  heads(fromUid: number): Promise<MailHead[]>
  message(uid: number): Promise<Buffer | undefined>
  close(): void
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

export async function openImap(address: ImapAddress, signal: AbortSignal): Promise<Imap> {
  const socket = await connected(address)
  const close = (): void => void socket.destroy()
  signal.addEventListener('abort', close, { once: true })
  socket.once('close', () => signal.removeEventListener('abort', close))
  const session = converse(socket)
  try {
    await session.greeted()
    await session.command(`LOGIN ${quoted(address.user)} ${quoted(address.password)}`, 'user and password')
  } catch (error) {
    close()
    throw error
  }
  return {
    async examine(mailbox) {
      const said = (await session.command(`EXAMINE ${quoted(mailbox)}`, 'this folder')).map(textOf).join('\n')
      const number = (name: string) => Number(new RegExp(`\\[${name} (\\d+)\\]`, 'i').exec(said)?.[1])
      const place = { uidValidity: number('UIDVALIDITY'), uidNext: number('UIDNEXT') }
      if (!Number.isInteger(place.uidValidity) || !Number.isInteger(place.uidNext))
        throw new ImapProblem('the mailbox server does not number its mails')
      return place
    },
    async heads(fromUid) {
      const what = `(UID RFC822.SIZE BODY.PEEK[HEADER.FIELDS (${fields})])`
      const answers = await session.command(`UID FETCH ${fromUid}:* ${what}`, 'reading')
      // For a number that is too high, the server answers with the last mail.
      return answers.map(headIn).filter((one) => one !== undefined && one.uid >= fromUid) as MailHead[]
    },
    async message(uid) {
      const answers = await session.command(`UID FETCH ${uid} (UID BODY.PEEK[])`, 'reading')
      return answers.map((answer) => answer.find((piece) => Buffer.isBuffer(piece))).find((body) => body !== undefined)
    },
    close,
  }
}

function headIn(answer: Answer): MailHead | undefined {
  const said = textOf(answer)
  const [uid, size] = [/\bUID (\d+)/i.exec(said)?.[1], /\bRFC822\.SIZE (\d+)/i.exec(said)?.[1]]
  const head = answer.find((piece) => Buffer.isBuffer(piece))
  return uid === undefined || head === undefined ? undefined : { uid: Number(uid), size: Number(size ?? 0), head }
}

function connected({ host, port, security }: ImapAddress): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = security === 'tls' ? connectTls({ host, port, servername: host }) : connectPlain({ host, port })
    socket.setTimeout(silenceMs, () => socket.destroy(new Error('silence')))
    const failed = ({ code = 'no answer' }: NodeJS.ErrnoException) =>
      reject(new ImapProblem(`the mailbox server cannot be reached (${code})`))
    socket.once('error', failed)
    socket.once(security === 'tls' ? 'secureConnect' : 'connect', () => {
      socket.off('error', failed)
      socket.on('error', () => undefined)
      resolve(socket)
    })
  })
}

/** One line of the server, split at its literals, which are the buffers. */
type Answer = (string | Buffer)[]
const textOf = (answer: Answer): string => answer.filter((piece) => typeof piece === 'string').join(' ')

function converse(socket: Socket) {
  const { line, bytes } = reading(socket)
  let tags = 0

  const answer = async (): Promise<Answer> => {
    const pieces: Answer = []
    for (;;) {
      const text = await line()
      const length = /\{(\d+)\}$/.exec(text)?.[1]
      pieces.push(text)
      if (length === undefined) return pieces
      pieces.push(await bytes(Number(length)))
    }
  }

  return {
    async greeted() {
      if (!/^\* (OK|PREAUTH)\b/i.test(textOf(await answer()))) throw new ImapProblem('the mailbox server sends us away')
    },
    /** Returns the answers before the tagged one. `what` names the command in errors for people. */
    async command(text: string, what: string): Promise<Answer[]> {
      const tag = `a${++tags}`
      socket.write(`${tag} ${text}\r\n`)
      const answers: Answer[] = []
      for (;;) {
        const one = await answer()
        const said = textOf(one)
        if (!said.startsWith(`${tag} `)) answers.push(one)
        else if (/^\w+ OK\b/i.test(said)) return answers
        else throw new ImapProblem(`the mailbox server refuses ${what}`)
      }
    },
  }
}

function reading(socket: Socket) {
  const chunks = socket[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  let rest: Buffer = Buffer.alloc(0)

  const more = async (): Promise<Buffer> => {
    const { value, done } = await chunks.next().catch(() => ({ value: undefined, done: true }))
    if (done === true || value === undefined) throw new ImapProblem('the mailbox server hung up')
    return value
  }

  return {
    async line(): Promise<string> {
      for (let at = rest.indexOf('\r\n'); ; at = rest.indexOf('\r\n')) {
        if (at >= 0) {
          const text = rest.toString('latin1', 0, at)
          rest = rest.subarray(at + 2)
          return text
        }
        if (rest.length > longestLine) throw new ImapProblem('the mailbox server does not end its lines')
        rest = Buffer.concat([rest, await more()])
      }
    },
    async bytes(length: number): Promise<Buffer> {
      if (length > largestLiteral) throw new ImapProblem('a mail is too large')
      const taken = [rest]
      for (let have = rest.length; have < length; ) {
        const chunk = await more()
        taken.push(chunk)
        have += chunk.length
      }
      const all = Buffer.concat(taken)
      rest = all.subarray(length)
      return all.subarray(0, length)
    },
  }
}

function quoted(text: string): string {
  if (!/^[\x20-\x7e]*$/.test(text)) throw new ImapProblem('user, password and folder may have plain letters only')
  return `"${text.replace(/["\\]/g, '\\$&')}"`
}
