/** Declares the settings of the webhook integration. */

export interface Settings extends Filter {
  url: string
  secret: string
  previous_secret: string
  timeout_s: number
  headers: Record<string, string>
  payload: 'full' | 'ids'
  allow_replies: boolean
  ping: boolean
}

export interface Filter {
  senders: string[]
  groups: string[]
  contains: string[]
  kinds: string[]
}

const list = (title: string, description: string, items: object = { type: 'string', minLength: 1 }) => ({
  type: 'array',
  items,
  default: [],
  title,
  description,
})

export const settingsSchema = {
  type: 'object',
  required: ['url'],
  additionalProperties: false,
  properties: {
    url: {
      type: 'string',
      format: 'uri',
      pattern: '^https?://',
      title: 'URL',
      description: 'Where messages are sent: http or https.',
    },
    secret: {
      type: 'string',
      default: '',
      title: 'Signing secret',
      description:
        'Shared with the receiver, which can then tell our messages from forged ones: `whsec_…` or any text.',
      writeOnly: true,
    },
    previous_secret: {
      type: 'string',
      default: '',
      title: 'Previous signing secret',
      description: 'Signs beside the new one for as long as the receiver still knows the old one alone.',
      writeOnly: true,
    },
    timeout_s: {
      type: 'number',
      default: 10,
      minimum: 1,
      maximum: 25,
      title: 'Timeout',
      description: 'How many seconds the receiver has for its answer.',
    },
    headers: {
      type: 'object',
      default: {},
      additionalProperties: { type: 'string' },
      title: 'Further headers',
      description: 'Sent with every request, for instance an authorization.',
    },
    payload: {
      type: 'string',
      enum: ['full', 'ids'],
      default: 'full',
      title: 'What is told',
      description: '`full`: the whole message; `ids`: that there is one, without names, text and files.',
    },
    senders: list('Only from', 'Names of people. With groups as well, either is enough.'),
    groups: list('Only in groups', 'Names of groups. With senders as well, either is enough.'),
    contains: list('Only with', 'Words of which one has to stand in the text, in capitals or not.'),
    kinds: list('Only of kind', '`text`, `app` (cards of apps, links and the like).', { enum: ['text', 'app'] }),
    allow_replies: {
      type: 'boolean',
      default: false,
      title: 'Allow replies',
      description: 'The receiver may answer with `{ "reply": { "text": "…" } }`, which is sent into the conversation.',
    },
    ping: {
      type: 'boolean',
      default: false,
      title: 'Ping',
      description: 'Sends a test of type `ping` whenever the webhook starts; the log says what the receiver answered.',
    },
  },
} as const
