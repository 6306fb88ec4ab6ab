/** Declares the settings of the ntfy integration. */

export interface Settings {
  server: string
  topic: string
  endpoint?: string
  token: string
  user: string
  password: string
  priority: number
  tags: string[]
  page_url: string
  show_names: boolean
  timeout_s: number
}

export const settingsSchema = {
  type: 'object',
  additionalProperties: false,
  properties: {
    server: {
      type: 'string',
      format: 'uri',
      pattern: '^https?://[^@]+$',
      default: 'https://ntfy.sh',
      title: 'Server',
      description: 'The public server, or the address of your own.',
    },
    topic: {
      type: 'string',
      pattern: '^[-_A-Za-z0-9]{0,64}$',
      default: '',
      title: 'Topic',
      description:
        'As you subscribed to it. Without access control whoever knows it reads along: choose one that nobody guesses.',
    },
    endpoint: {
      type: 'string',
      format: 'uri',
      pattern: '^https?://[^@]+$',
      title: 'UnifiedPush endpoint',
      description: 'As an app of UnifiedPush registered it: used instead of server and topic.',
    },
    token: {
      type: 'string',
      format: 'password',
      default: '',
      title: 'Access token',
      description: 'Of a server or topic that asks for one: `tk_…`.',
    },
    user: {
      type: 'string',
      default: '',
      title: 'User name',
      description: 'With a password, instead of an access token.',
    },
    password: { type: 'string', format: 'password', default: '', title: 'Password' },
    priority: {
      type: 'integer',
      default: 3,
      minimum: 1,
      maximum: 5,
      title: 'Priority',
      description: 'From 1, silent, to 5, which rings through.',
    },
    tags: {
      type: 'array',
      default: ['speech_balloon'],
      maxItems: 5,
      items: { type: 'string', pattern: '^[^\\s,]{1,40}$' },
      title: 'Tags',
      description: 'Shown with the notification; those that ntfy knows as an emoji stand before its title.',
    },
    page_url: {
      type: 'string',
      default: '',
      pattern: '^(https?://.+)?$',
      title: 'Address of the page',
      description: 'Opened by a tap on the notification: as your phone reaches this service.',
    },
    show_names: {
      type: 'boolean',
      default: true,
      title: 'Show names',
      description: 'Who wrote, and in which group. Otherwise only that a message came.',
    },
    timeout_s: {
      type: 'number',
      default: 10,
      minimum: 1,
      maximum: 25,
      title: 'Timeout',
      description: 'How many seconds the server has for its answer.',
    },
  },
}
