/**
 * Runs a mail server on loopback for tests, which keeps the mails it accepts and refuses those that it is told to
 * refuse.
 */
import { SMTPServer } from 'smtp-server'

export interface TestSmtp {
  port: number
  mails: { to: string[]; raw: string }[]
  refused: string[]
  /** The statuses with which the next mails are refused. */
  refuse(...statuses: number[]): void
  /** Larger mails are refused with 552. */
  largest: number
  refusedRecipients: Set<string>
  /** Mails with this word are refused with 550. */
  refusedWord: string | undefined
  /** The status with which every connection is refused. */
  greeting: number | undefined
  close(): void
}

export const smtpAccount = { user: 'me@example.com', pass: 'a secret password' }

/** `login` requires user and password; `encrypts` offers STARTTLS with an untrusted certificate. */
export async function smtpServer({ login = false, encrypts = false } = {}): Promise<TestSmtp> {
  const mails: TestSmtp['mails'] = []
  const refused: string[] = []
  let refusals: number[] = []
  const refusal = (status: number) =>
    Object.assign(new Error('the secret text looks like spam'), { responseCode: status })
  const smtp = {
    port: 0,
    mails,
    refused,
    largest: Number.POSITIVE_INFINITY,
    refusedRecipients: new Set<string>(),
    refusedWord: undefined as string | undefined,
    greeting: undefined as number | undefined,
  }
  const server = new SMTPServer({
    authOptional: !login,
    disabledCommands: [...(login ? [] : ['AUTH']), ...(encrypts ? [] : ['STARTTLS'])],
    allowInsecureAuth: true,
    logger: false,
    onAuth: ({ username, password }, _, done) =>
      username === smtpAccount.user && password === smtpAccount.pass
        ? done(null, { user: username })
        : done(new Error('Wrong')),
    onConnect: (_, done) => done(smtp.greeting === undefined ? null : refusal(smtp.greeting)),
    onRcptTo: ({ address }, _, done) => done(smtp.refusedRecipients.has(address) ? refusal(550) : null),
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const raw = Buffer.concat(chunks).toString()
        const isUnwanted = smtp.refusedWord !== undefined && raw.includes(smtp.refusedWord)
        const status = isUnwanted ? 550 : raw.length > smtp.largest ? 552 : refusals.shift()
        if (status !== undefined) {
          refused.push(raw)
          return done(refusal(status))
        }
        mails.push({ to: envelope.rcptTo.map(({ address }) => address), raw })
        done()
      })
    },
  })
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as { port: number }
  return Object.assign(smtp, {
    port,
    refuse: (...statuses: number[]) => {
      refusals = statuses
    },
    close: () => void server.close(),
  })
}
