/**
 * Serves a mailbox on loopback for tests, with the part of IMAP4rev1 that reading it takes; everything else is
 * rejected.
 */
import { createServer, type Socket } from 'node:net'

interface Stored {
  uid: number
  raw: Buffer
}

export interface ImapServer {
  port: number
  uidValidity: number
  /** The commands in the order of their arrival, without the password. */
  commands: string[]
  put(raw: string | Buffer): number
  /** Cuts connections after this many more commands. */
  hangUpAfter(commands: number): void
  close(): void
}

export const imapAccount = { user: 'me@example.com', password: 'pass "with\\ quotes' }

export async function imapServer(): Promise<ImapServer> {
  const mails: Stored[] = []
  const sockets = new Set<Socket>()
  let left = Number.POSITIVE_INFINITY
  const state = { uidValidity: 7, uidNext: 1 }
  const commands: string[] = []

  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => undefined)
    // Sends small pieces, because a client may not rely on where the network splits data.
    const say = (text: string | Buffer) => {
      const bytes = Buffer.from(text as string)
      for (let at = 0; at < bytes.length; at += 997) socket.write(bytes.subarray(at, at + 997))
    }
    const session = { isIn: false, folder: false }
    let rest = ''
    say('* OK ready\r\n')
    socket.setEncoding('latin1').on('data', (chunk) => {
      rest += chunk
      for (let at = rest.indexOf('\r\n'); at >= 0; at = rest.indexOf('\r\n')) {
        const line = rest.slice(0, at)
        rest = rest.slice(at + 2)
        if (left-- <= 0) return void socket.destroy()
        obey(line, session, say)
      }
    })
  })

  const obey = (line: string, session: { isIn: boolean; folder: boolean }, say: (text: string | Buffer) => void) => {
    const [, tag = '*', command = ''] = /^(\S+) (.*)$/.exec(line) ?? []
    commands.push(command.replace(/^(LOGIN "(?:[^"\\]|\\.)*").*/, '$1'))
    const done = (text: string) => say(`${tag} ${text}\r\n`)
    const login = /^LOGIN "((?:[^"\\]|\\.)*)" "((?:[^"\\]|\\.)*)"$/.exec(command)
    if (login !== null) {
      const [user, password] = login.slice(1).map((one) => one.replace(/\\(.)/g, '$1'))
      session.isIn = user === imapAccount.user && password === imapAccount.password
      return done(session.isIn ? 'OK logged in' : 'NO [AUTHENTICATIONFAILED] wrong')
    }
    if (!session.isIn) return done('BAD log in first')
    if (/^EXAMINE "/.test(command)) {
      if (command !== 'EXAMINE "INBOX"') return done('NO no such folder')
      session.folder = true
      say(`* ${mails.length} EXISTS\r\n* OK [UIDVALIDITY ${state.uidValidity}] valid\r\n`)
      say(`* OK [UIDNEXT ${state.uidNext}] next\r\n`)
      return done('OK [READ-ONLY] examined')
    }
    const fetch = /^UID FETCH (\d+)(:\*)? \((.*)\)$/.exec(command)
    if (fetch === null || !session.folder) return done('BAD what?')
    const [, from, isOpen, items = ''] = fetch
    for (const mail of fetched(mails, Number(from), isOpen !== undefined)) answer(mail, items, say)
    done('OK fetched')
  }

  const answer = ({ uid, raw }: Stored, items: string, say: (text: string | Buffer) => void) => {
    const wanted = /BODY\.PEEK\[HEADER\.FIELDS \(([^)]*)\)\]/.exec(items)?.[1]?.split(' ')
    const body = wanted === undefined ? raw : headOf(raw, wanted)
    const section = wanted === undefined ? 'BODY[]' : `BODY[HEADER.FIELDS (${wanted.join(' ')})]`
    const size = items.includes('RFC822.SIZE') ? ` RFC822.SIZE ${raw.length}` : ''
    say(`* ${mails.findIndex((one) => one.uid === uid) + 1} FETCH (UID ${uid}${size} ${section} {${body.length}}\r\n`)
    say(body)
    say(')\r\n')
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  return Object.assign(state, {
    port,
    commands,
    put(raw: string | Buffer) {
      const uid = state.uidNext++
      mails.push({ uid, raw: Buffer.from(raw as string) })
      return uid
    },
    hangUpAfter: (count: number) => {
      left = count
    },
    close() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  })
}

/** An open range always contains the last mail, however high it begins. */
function fetched(mails: readonly Stored[], from: number, isOpen: boolean): Stored[] {
  if (!isOpen) return mails.filter(({ uid }) => uid === from)
  const found = mails.filter(({ uid }) => uid >= from)
  return found.length > 0 ? found : mails.slice(-1)
}

function headOf(raw: Buffer, wanted: readonly string[]): Buffer {
  const head = raw.toString('latin1').split('\r\n\r\n')[0] ?? ''
  const fields = head
    .split(/\r\n(?![ \t])/)
    .filter((field) => wanted.includes(field.split(':')[0]?.toUpperCase() ?? ''))
  return Buffer.from(`${fields.join('\r\n')}\r\n\r\n`, 'latin1')
}
