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
      description: 'Messages are sent here, by http or https.',
      examples: ['https://example.org/messages'],
    },
    secret: {
      type: 'string',
      default: '',
      title: 'Signing secret',
      description: 'Lets the receiver tell genuine messages from forged ones: `whsec_…` or any text.',
      writeOnly: true,
    },
    previous_secret: {
      type: 'string',
      default: '',
      title: 'Previous signing secret',
      description: 'Signs beside the new secret until the receiver knows the new one.',
      writeOnly: true,
    },
    timeout_s: {
      type: 'number',
      default: 10,
      minimum: 1,
      maximum: 120,
      title: 'Timeout',
      description: 'Time for the receiver to answer.',
      'x-unit': 's',
    },
    headers: {
      type: 'object',
      default: {},
      additionalProperties: { type: 'string' },
      title: 'Further headers',
      description: 'Sent with every request, for example an authorization.',
    },
    payload: {
      type: 'string',
      oneOf: [
        { const: 'full', title: 'Full message' },
        { const: 'ids', title: 'IDs only' },
      ],
      default: 'full',
      title: 'Payload',
      description: 'IDs only: no names, no text and no files.',
    },
    senders: list('Only from these people', 'Names. Messages from these people or in these groups are sent.'),
    groups: list('Only in these groups', 'Names. Messages from these people or in these groups are sent.'),
    contains: list('Only messages containing', 'Any of these words (case-insensitive).'),
    kinds: list('Only these kinds', '`text`, or `app`: cards of apps, links and similar.', { enum: ['text', 'app'] }),
    allow_replies: {
      type: 'boolean',
      default: false,
      title: 'Allow replies',
      description: 'Sends `{ "reply": { "text": "…" } }` in the answer of the receiver into the conversation.',
    },
    ping: {
      type: 'boolean',
      default: false,
      title: 'Ping',
      description: 'Sends a test of type `ping` when the webhook starts. The answer is in the log.',
    },
  },
} as const
