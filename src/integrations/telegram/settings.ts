/** Declares the settings of the Telegram integration, and the host to which it connects. */
import type { NetworkPlace } from '../../plugin-api/index.ts'

export interface Settings {
  token: string
  allowed_users: number[]
  max_file_mb: number
  api_root: string
  page_url: string
}

export const settingsSchema = {
  type: 'object',
  required: ['token', 'allowed_users'],
  additionalProperties: false,
  properties: {
    token: {
      type: 'string',
      format: 'password',
      pattern: '^[0-9]+:[A-Za-z0-9_-]+$',
      title: 'Bot token',
      description: 'As @BotFather shows it when the bot is made.',
    },
    allowed_users: {
      type: 'array',
      items: { type: 'integer', minimum: 1 },
      minItems: 1,
      title: 'Allowed users',
      description: 'Numbers of the Telegram users who are told of messages and may answer. Nobody else is heard.',
    },
    max_file_mb: {
      type: 'number',
      default: 20,
      minimum: 0,
      maximum: 50,
      title: 'Largest file',
      description: 'In megabytes; larger ones are named and not sent. With 0 none are.',
    },
    api_root: {
      type: 'string',
      format: 'uri',
      pattern: '^https?://',
      default: 'https://api.telegram.org',
      title: 'Bot API server',
      description: 'Another one only if you host it yourself.',
    },
    page_url: {
      type: 'string',
      default: '',
      pattern: '^(https?://.+)?$',
      title: 'Address of the page',
      description: 'As your phone reaches this service: opened by the buttons of messages that wait for you.',
    },
  },
} as const

export const network: readonly NetworkPlace[] = [
  { host: 'api.telegram.org', port: 443, reason: 'Sends messages to your Telegram chat and fetches your answers.' },
]
