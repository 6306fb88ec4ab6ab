import { expect, test } from 'vitest'
import type { PluginRecord } from '../contract/plugin.ts'
import { inLanguage } from './plugin-texts.ts'

const plugin = {
  display_name: 'Mailer',
  description: 'Sends mails.',
  network: [{ host: 'a.example', port: 443, reason: 'To send.' }],
  settings_schema: {
    type: 'object',
    required: ['to'],
    properties: {
      to: { type: 'string', title: 'To', description: 'An address.', minLength: 3 },
      box: { type: 'object', properties: { port: { type: 'integer', title: 'Port' } } },
      mode: { enum: ['each', 'digest'], default: 'each', title: 'When' },
      kinds: { type: 'array', items: { enum: ['text', 'app'] } },
      payload: { oneOf: [{ const: 'full', title: 'Full' }, { const: 'ids' }] },
    },
  },
  translations: {
    de: {
      description: 'Sendet E-Mails.',
      network: { 'a.example': 'Zum Senden.' },
      settings: {
        to: { title: 'An' },
        'box.port': { title: 'Anschluss' },
        mode: { options: { each: 'Jede' } },
        kinds: { options: { app: 'Programm' } },
        payload: { options: { full: 'Ganz' } },
      },
    },
  },
} as unknown as PluginRecord

test('every translated text replaces its own, and all others stay', () => {
  const { display_name, description, network, settings_schema } = inLanguage(plugin, 'de')
  expect({ display_name, description, network }).toEqual({
    display_name: 'Mailer',
    description: 'Sendet E-Mails.',
    network: [{ host: 'a.example', port: 443, reason: 'Zum Senden.' }],
  })
  expect(settings_schema).toEqual({
    type: 'object',
    required: ['to'],
    properties: {
      to: { type: 'string', title: 'An', description: 'An address.', minLength: 3 },
      box: { type: 'object', properties: { port: { type: 'integer', title: 'Anschluss' } } },
      mode: {
        oneOf: [
          { const: 'each', title: 'Jede' },
          { const: 'digest', title: 'digest' },
        ],
        default: 'each',
        title: 'When',
      },
      kinds: {
        type: 'array',
        items: {
          oneOf: [
            { const: 'text', title: 'text' },
            { const: 'app', title: 'Programm' },
          ],
        },
      },
      payload: { oneOf: [{ const: 'full', title: 'Ganz' }, { const: 'ids' }] },
    },
  })
})

test.each([
  ['de-AT', 'Sendet E-Mails.'],
  ['en-GB', 'Sends mails.'],
  ['fr', 'Sends mails.'],
])(
  'a reader of %s gets the texts of the language, without its region, or the English ones',
  (language, description) => {
    expect(inLanguage(plugin, language).description).toBe(description)
  },
)
