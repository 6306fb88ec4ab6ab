/** Formats the requests and the state of plugins for the terminal. */

import { stripVTControlCharacters } from 'node:util'
import { objectIn } from '../../base/json-object.ts'
import type { TestResult } from '../../contract/delivery.ts'
import type { DeadDelivery, PluginRecord, PluginWait, Tier } from '../../contract/plugin.ts'
import { localTime } from '../local-time.ts'

type PermissionRequest = Pick<PluginRecord, 'tier' | 'network' | 'settings_schema'>

const tierSentences: Record<Tier, string> = {
  official: 'is handed what is written, attachments included, and may answer in those conversations',
  notify: 'is told who wrote and when, never what, and cannot send',
  core: 'is a part of the product and runs inside the bridge',
}

/** Removes control characters, because an author's text must not control the terminal. */
export const plain = (text: string): string =>
  stripVTControlCharacters(text).replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ')

export const formatPermissionsAsked = ({ tier, network, settings_schema }: PermissionRequest): string[] => [
  ...(tier === null ? [] : [`  It ${tierSentences[tier]} (tier ${tier}).`]),
  ...(network.length === 0
    ? ['  It asks for no host on the Internet; it reaches only what you write into its settings.']
    : network.map(({ host, port, reason }) => `  It wants to reach ${host}:${port}: ${plain(reason)}`)),
  ...settingsIn(settings_schema).map(
    ({ name, description, isNeeded }) => `  Setting ${name}${isNeeded ? ' (needed)' : ''}: ${plain(description)}`,
  ),
]

interface DescribedSetting {
  name: string
  description: string
  isNeeded: boolean
}

function settingsIn({ properties, required }: PluginRecord['settings_schema']): DescribedSetting[] {
  const needed = Array.isArray(required) ? required : []
  return Object.entries(objectIn(properties)).map(([name, schema]) => {
    const { title, description, type } = objectIn(schema)
    const words = [description, title, type].find((each) => typeof each === 'string')
    return { name: plain(name), description: String(words ?? ''), isNeeded: needed.includes(name) }
  })
}

export function formatPlugins(records: readonly PluginRecord[]): string {
  const width = Math.max(0, ...records.map(({ name }) => name.length))
  return records.map((record) => lineOf(record, width)).join('\n')
}

/** The length of the longest status. */
const statusWidth = 14

function lineOf(record: PluginRecord, width: number): string {
  const { name, tier, version, pending, dead, last_error, next_attempt_at: next } = record
  const counts = [pending > 0 && `${pending} queued`, dead > 0 && `${dead} failed`].filter(Boolean).join(', ')
  const status = (record.paused && record.enabled ? 'paused' : formatPluginStatus(record)).padEnd(statusWidth)
  const parts = [name.padEnd(width), status, (tier ?? '').padEnd(8), version ?? '', counts]
  const details = [last_error !== null && plain(last_error), next !== null && `Next attempt ${localTime(next)}`]
  const below = details.filter(Boolean).map((each) => `\n${' '.repeat(width + 2)}${each}`)
  return `${parts.join('  ').trimEnd()}${below.join('')}`
}

const waits: Record<PluginWait, string> = {
  relay: 'relay stopped',
  receiver: 'retrying',
  restart: 'restarting',
  approval: 'needs approval',
  disk: 'disk full',
}

/** The status in a word or two; for a waiting plugin, what it waits for. */
export const formatPluginStatus = ({
  status,
  waiting_for: wait,
}: Pick<PluginRecord, 'waiting_for'> & { status: string }): string => (wait === null ? status : waits[wait])

export function formatTest(
  name: string,
  { state, duration_ms: tookMs, error, answer, delivery_id: id }: TestResult,
  { isBridgeAlive }: { isBridgeAlive(): boolean },
): string {
  const took = tookMs === null ? '' : ` in ${tookMs} ms`
  const answered = answer?.status ?? null
  const words = {
    delivered: `${name} delivered the test${answered === null ? '' : `: answered ${answered}`}${took}.`,
    failed: `${name} could not deliver the test: ${plain(error ?? 'no reason given')}.`,
    filtered: `The test was filtered out: ${plain(error ?? 'no reason given')}.`,
    retrying: `${name} stopped before it delivered the test: ${plain(error ?? 'no reason given')}.`,
    queued: isBridgeAlive()
      ? `${name} did not take the test within 15 seconds. See: service plugins list`
      : 'Relaying has stopped, so the test is queued. Start it: service up',
  }
  const status = state === 'delivered' ? null : answered
  const said = [status ?? '', plain(answer?.body ?? '')].join(' ').trim()
  return [words[state], ...(said === '' ? [] : [`  Answer    ${said}`]), `  Delivery  ${id}`].join('\n')
}

export const formatDeadDeliveries = (letters: readonly DeadDelivery[]): string =>
  letters
    .map(({ id, given_up_at, attempts, error }) => {
      const times = attempts === 1 ? 'once' : `${attempts} times`
      return `${id}  ${given_up_at}  tried ${times}: ${plain(error ?? 'no reason')}`
    })
    .join('\n')
