/** Hands mails to the mail server, and decides what a refusal means for the message. */
import { createTransport, type Transporter } from 'nodemailer'
import type SMTPTransport from 'nodemailer/lib/smtp-transport/index.js'
import { DeliveryRefused } from '../../plugin-api/index.ts'
import type { Mail } from './mail.ts'
import type { Settings } from './settings.ts'

interface Circumstances {
  needsUser?: boolean
  status?: number
  response?: string | undefined
}

/** A refusal in our words, because those of the server may quote the mail. */
export class MailRefused extends Error {
  /** Whether the settings are wrong. */
  readonly needsUser: boolean
  /** The status with which the server answered this mail; undefined when the answer concerns the connection. */
  readonly status: number | undefined
  /** The server’s own words, which may quote the mail. */
  readonly response: string | undefined

  constructor(reason: string, { needsUser = false, status, response }: Circumstances = {}) {
    super(reason)
    this.name = 'MailRefused'
    this.needsUser = needsUser
    this.status = status
    this.response = response
  }
}

const connectLimitMs = 10_000
const silenceLimitMs = 25_000

export class Mailer {
  readonly #settings: Settings
  readonly #transport: Transporter<SMTPTransport.SentMessageInfo>

  constructor(settings: Settings) {
    this.#settings = settings
    this.#transport = createTransport(transportOptions(settings))
  }

  /** Resolves once the server has accepted the mail, with its last line; throws a `MailRefused`. */
  async send(mail: Mail): Promise<{ rejected: number; response: string }> {
    const { rejected, response } = await this.#transport.sendMail(optionsOf(mail, this.#settings)).catch(explain)
    return { rejected: rejected.length, response }
  }

  /** Throws the reason why no mail can be sent, as far as that can be found without sending one. */
  async verify(): Promise<void> {
    await this.#transport.verify().catch(explain)
  }
}

function transportOptions(settings: Settings): SMTPTransport.Options {
  const { smtp_host: host, smtp_port: port, smtp_security: security, user, password: pass } = settings
  return {
    host,
    port,
    secure: security === 'tls',
    requireTLS: security === 'starttls',
    ignoreTLS: security === 'none',
    ...(user !== '' && { auth: { user, pass } }),
    connectionTimeout: connectLimitMs,
    greetingTimeout: connectLimitMs,
    socketTimeout: silenceLimitMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

const optionsOf = (mail: Mail, { from, to }: Settings) => ({
  from: { name: mail.fromName, address: from },
  to: mail.to ?? to,
  messageId: mail.messageId,
  inReplyTo: mail.references.at(-1),
  references: mail.references,
  subject: mail.subject,
  text: mail.text,
  date: mail.date,
  headers: { 'Auto-Submitted': mail.automatic, 'X-Auto-Response-Suppress': 'All' },
  attachments: mail.files.map(({ name, mime, bytes }) => ({
    filename: name,
    content: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length),
    contentType: mime ?? 'application/octet-stream',
  })),
})

/** Statuses of a login that fail permanently (RFC 4954). */
const wrongLogin = [530, 534, 535, 538]
const loginFirst = 530
/**
 * Error codes that concern a single mail. Any other concerns the server, which may answer 550 to every client today.
 */
const ofOneMail = ['EENVELOPE', 'EMESSAGE']

function explain(error: Error & { code?: string; responseCode?: number; response?: string }): never {
  const { code = 'unknown', responseCode: status, response } = error
  if (code === 'EAUTH' && (status === undefined || wrongLogin.includes(status)))
    throw new MailRefused('The mail server does not accept user and password', { needsUser: true, response })
  if (status === loginFirst)
    throw new MailRefused('The mail server asks for a login or for encryption first', { needsUser: true, response })
  if (code === 'ETLS')
    throw new MailRefused('The mail server has no encryption that can be trusted', { needsUser: true })
  if (status !== undefined)
    throw new MailRefused(`The mail server answered ${status}`, {
      response,
      ...(ofOneMail.includes(code) && { status }),
    })
  throw new MailRefused(`The mail server cannot be reached (${code})`)
}

const settingsPauseS = 300
const pauseAfterRefusalS = 60
const attemptsOnRefusal = 3

/** Converts a failure to the error for the host. */
export function refusalOf(error: unknown, attempt: number): unknown {
  if (!(error instanceof MailRefused)) return error
  if (error.needsUser) return new DeliveryRefused(error.message, settingsPauseS)
  if (error.status === undefined || error.status < 500) return new Error(error.message)
  return new DeliveryRefused(error.message, attempt >= attemptsOnRefusal ? null : pauseAfterRefusalS, 'message')
}

/** 552 means more than the mailbox takes; some servers use 523 and 554 for the same. */
export const isTooLarge = (error: unknown): boolean =>
  error instanceof MailRefused && [523, 552, 554].includes(error.status ?? 0)
