/** Declares the settings of the e-mail integration. */

export interface Settings {
  smtp_host: string
  smtp_port: number
  smtp_security: 'starttls' | 'tls' | 'none'
  user: string
  password: string
  from: string
  to: string[]
  mode: 'each' | 'digest'
  digest_minutes: number
  max_attachments_mb: number
  imap_host?: string
  imap_port: number
  imap_security: 'tls' | 'none'
  imap_user: string
  imap_password: string
  imap_mailbox: string
  reply_from: string[]
  poll_seconds: number
}

const text = (title: string, description: string, more: object = {}) => ({
  type: 'string',
  title,
  description,
  ...more,
})
const count = (title: string, description: string, more: object) => ({ type: 'integer', title, description, ...more })
const anyPort = { minimum: 1, maximum: 65_535 }
const address = { type: 'string', format: 'email', maxLength: 254 }

export const settingsSchema = {
  type: 'object',
  required: ['smtp_host', 'from', 'to'],
  additionalProperties: false,
  properties: {
    smtp_host: text('Mail server', 'By which mails are sent, for instance smtp.example.com.', { format: 'hostname' }),
    smtp_port: count('Port', 'Usually 587 with STARTTLS, 465 with TLS.', { default: 587, ...anyPort }),
    smtp_security: text('Encryption', '`none` only for a server on this machine.', {
      enum: ['starttls', 'tls', 'none'],
      default: 'starttls',
    }),
    user: text('User', 'Empty for a server that asks for none.', { default: '' }),
    password: text('Password', 'Often one made for this app alone.', { default: '', format: 'password' }),
    from: { ...address, title: 'From', description: 'Address from which the mails come.' },
    to: { type: 'array', items: address, minItems: 1, title: 'To', description: 'Addresses to which they go.' },
    mode: text('When', '`each`: a mail for each message; `digest`: one now and then.', {
      enum: ['each', 'digest'],
      default: 'each',
    }),
    digest_minutes: count('Digest every', 'Minutes after the first message of which a digest tells.', {
      default: 30,
      minimum: 1,
      maximum: 1_440,
    }),
    max_attachments_mb: count(
      'Attachments',
      'Megabytes in one mail; what is too large is named. With 0 none go along.',
      {
        default: 10,
        minimum: 0,
        maximum: 25,
      },
    ),
    imap_host: text(
      'Mailbox server',
      'Where answers arrive, for instance imap.example.com. Without it nothing is fetched.',
      {
        format: 'hostname',
      },
    ),
    imap_port: count('Mailbox port', 'Usually 993.', { default: 993, ...anyPort }),
    imap_security: text('Mailbox encryption', '`none` only for a server on this machine.', {
      enum: ['tls', 'none'],
      default: 'tls',
    }),
    imap_user: text('Mailbox user', 'Empty: as for sending.', { default: '' }),
    imap_password: text('Mailbox password', 'Empty: as for sending.', { default: '', format: 'password' }),
    imap_mailbox: text('Mailbox', 'Folder in which answers arrive.', { default: 'INBOX', minLength: 1 }),
    reply_from: {
      type: 'array',
      items: address,
      default: [],
      title: 'Who may answer',
      description: 'Addresses whose answers are sent. Empty: those to which the mails go.',
    },
    poll_seconds: count('Look for answers every', 'Seconds.', { default: 60, minimum: 1, maximum: 3_600 }),
  },
}
