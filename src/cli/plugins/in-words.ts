/** What a plugin asks for and how it does, in words for the terminal. */
import { stripVTControlCharacters } from 'node:util'
import type { DeadDelivery, PluginRecord, Tier } from '../../contract/plugin.ts'

type Asking = Pick<PluginRecord, 'tier' | 'network' | 'settings_schema'>

const tierInWords: Record<Tier, string> = {
  official: 'is handed what is written, attachments included, and may answer in those conversations',
  notify: 'is told who wrote and when, never what, and cannot send',
  core: 'is a part of the product and runs inside the bridge',
}

/** An author's words may not steer the terminal. */
export const plain = (text: string): string =>
  stripVTControlCharacters(text).replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ')

export const asksInWords = ({ tier, network, settings_schema }: Asking): string[] => [
  ...(tier === null ? [] : [`  It ${tierInWords[tier]} (tier ${tier}).`]),
  ...(network.length === 0
    ? ['  It asks for no host on the Internet; it reaches only what you write into its settings.']
    : network.map(({ host, port, reason }) => `  It wants to reach ${host}:${port}: ${plain(reason)}`)),
  ...settingsIn(settings_schema).map(
    ({ name, description, isNeeded }) => `  Setting ${name}${isNeeded ? ' (needed)' : ''}: ${plain(description)}`,
  ),
]

interface SettingInWords {
  name: string
  description: string
  isNeeded: boolean
}

function settingsIn({ properties, required }: PluginRecord['settings_schema']): SettingInWords[] {
  const needed = Array.isArray(required) ? required : []
  return Object.entries(objectOf(properties)).map(([name, schema]) => {
    const { title, description, type } = objectOf(schema)
    const words = [description, title, type].find((each) => typeof each === 'string')
    return { name: plain(name), description: String(words ?? ''), isNeeded: needed.includes(name) }
  })
}

const objectOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}

export function listInWords(records: readonly PluginRecord[]): string {
  const width = Math.max(0, ...records.map(({ name }) => name.length))
  return records.map((record) => lineOf(record, width)).join('\n')
}

function lineOf({ name, tier, status, version, pending, dead, last_error }: PluginRecord, width: number): string {
  const counts = [pending > 0 && `${pending} waiting`, dead > 0 && `${dead} given up`].filter(Boolean).join(', ')
  const parts = [name.padEnd(width), status.padEnd(8), (tier ?? '').padEnd(8), version ?? '', counts]
  const error = last_error === null ? '' : `\n${' '.repeat(width + 2)}${plain(last_error)}`
  return `${parts.join('  ').trimEnd()}${error}`
}

export const deadInWords = (letters: readonly DeadDelivery[]): string =>
  letters
    .map(({ id, given_up_at, attempts, error }) => {
      const times = attempts === 1 ? 'once' : `${attempts} times`
      return `${id}  ${given_up_at}  tried ${times}: ${plain(error ?? 'no reason')}`
    })
    .join('\n')
