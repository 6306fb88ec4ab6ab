// Events with unusual states of my messages: failed, sent as SMS, delivered quietly because of Focus, or scheduled.

import type { Row } from '../../messages/tables.ts'
import type { Service } from '../../messages/writer.ts'
import { sentence } from '../small-talk.ts'
import { type Event, type Moment, said } from './moment.ts'
import { online } from './who.ts'

const hourMs = 3_600_000

const words = ({ speaker, random }: Moment): string => sentence(speaker.language, random)

const sendAs =
  (columns: Row, service?: Service): Event =>
  (moment) => {
    const { messages, scene, atMs } = moment
    const text = words(moment)
    const sent = { chat: scene.chat, service: service ?? scene.service, text, atMs, columns }
    return said(moment, messages.send({ ...sent, state: 'delivered' }), text)
  }

const unsent = { is_sent: 0, is_delivered: 0, date_delivered: 0 }

/** Error 22 means that nobody could be reached, 25 that the file could not be read. */
export const failToReach = sendAs({ ...unsent, error: 22 })
export const failToUpload = sendAs({ ...unsent, error: 25 })
export const waitForNetwork = sendAs(unsent)
export const goOutAsText = online(sendAs({ was_downgraded: 1 }, 'SMS'))
export const arriveQuietly = online(sendAs({ was_delivered_quietly: 1 }))
export const notifyAnyway = online(sendAs({ was_delivered_quietly: 1, did_notify_recipient: 1 }))

/** Schedules a message with Send Later, which macOS 15 introduced: the row exists, with a future date. */
export const sendLater: Event = (moment) => {
  const { messages, macos, scene, nowMs } = moment
  if (macos < 15 || scene.service !== 'iMessage') return undefined
  messages.sendLater({ chat: scene.chat, text: words(moment), dueMs: nowMs + 20 * hourMs })
  return 1
}
