/** Declares the settings of the NATS integration. */
import { tlsSettings } from '../shared/tls-settings.ts'

export interface Settings {
  servers: string[]
  token: string
  user: string
  password: string
  nkey_seed: string
  credentials: string
  ca: string
  client_certificate: string
  client_key: string
  subject_prefix: string
  stream: string
  create_stream: boolean
  max_age_days: number
  include_text: boolean
  request_subject: string
}

const subject = '[^\\s.*>$]+(\\.[^\\s.*>]+)*'

export const settingsSchema = {
  type: 'object',
  required: ['servers'],
  additionalProperties: false,
  properties: {
    servers: {
      type: 'array',
      minItems: 1,
      maxItems: 10,
      items: { type: 'string', format: 'uri', pattern: '^(nats|tls)://[^@]+$' },
      title: 'Servers',
      description: '`nats://` or `tls://`: those of one cluster, of which any may be there.',
    },
    token: { type: 'string', format: 'password', default: '', title: 'Token' },
    user: { type: 'string', default: '', title: 'User' },
    password: { type: 'string', format: 'password', default: '', title: 'Password' },
    nkey_seed: { type: 'string', format: 'password', default: '', title: 'NKey seed', description: '`SU…`' },
    credentials: {
      type: 'string',
      format: 'password',
      default: '',
      title: 'Credentials',
      description: 'The content of a `.creds` file.',
    },
    ...tlsSettings('PEM of the authority that signed the certificates of the servers.'),
    subject_prefix: {
      type: 'string',
      pattern: `^${subject}$`,
      default: 'messages',
      title: 'Subject',
      description: 'Messages go to this and the id of their conversation.',
    },
    stream: {
      type: 'string',
      pattern: '^[^\\s.*>/\\\\]*$',
      default: '',
      title: 'Stream',
      description: 'Only this stream counts; empty: whichever takes the subject.',
    },
    create_stream: {
      type: 'boolean',
      default: false,
      title: 'Create the stream',
      description: 'When it is not there. One that is there is left as it is.',
    },
    max_age_days: {
      type: 'number',
      default: 30,
      minimum: 1,
      maximum: 3650,
      title: 'Days that the created stream keeps',
    },
    include_text: {
      type: 'boolean',
      default: true,
      title: 'With text',
      description: 'Otherwise only who wrote, and when.',
    },
    request_subject: {
      type: 'string',
      pattern: `^(${subject})?$`,
      default: '',
      title: 'Subject for sending',
      description: 'Requests to this and the id of a conversation are sent: whoever may ask there writes in your name.',
    },
  },
}
