/** Formats messages that wait for their owner, for people. What programs and strangers wrote is made visible. */
import { visible } from '../../base/visible.ts'
import type { HeldSend } from '../../contract/outbox.ts'
import { localTime } from '../local-time.ts'
import { oneLine } from '../one-line.ts'

function formatHeld(held: HeldSend): string {
  const content = [held.file_name, held.text].filter((part) => part !== null).join(' · ')
  return `${askerOf(held)} → ${whom(held)}: ${oneLine(content)}  (${held.id})`
}

export const formatHeldList = (all: readonly HeldSend[]): string =>
  all.length === 0
    ? 'No messages are waiting for you.'
    : [...all.map(formatHeld), '', `To decide, run:  service outbox show ${all[0]?.id}`].join('\n')

export function formatHeldInFull(held: HeldSend): string {
  const { asker, reason, text, file_name, send_at, expires_at, version, id } = held
  const lines = [
    `From:     ${visible(asker.name)} (${asker.is} ${asker.id})`,
    `To:       ${whom(held)}`,
    ...(reason === null ? [] : [`Reason:   ${visible(reason)} (as the program says)`]),
    ...(file_name === null ? [] : [`File:     ${visible(file_name)}`]),
    ...(send_at === null ? [] : [`Sent at:  ${localTime(send_at)}`]),
    `Expires:  ${localTime(expires_at)}`,
    `ID:       ${id}`,
    `Version:  ${version}`,
    ...(text === null ? [] : ['', visible(text)]),
    '',
    `To send it, run:    service outbox release ${id} --version ${version}`,
    `To refuse it, run:  service outbox refuse ${id}`,
  ]
  return lines.join('\n')
}

const askerOf = ({ asker: { is, name } }: HeldSend): string => (is === 'rule' ? `Rule ${visible(name)}` : visible(name))

const whom = ({ name, handle }: HeldSend): string =>
  name === null || name === handle ? visible(handle) : `${visible(name)} <${visible(handle)}>`
