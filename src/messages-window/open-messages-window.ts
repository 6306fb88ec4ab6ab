/** Operates the window of Messages, one change at a time. */
import { errors } from '../contract/errors.ts'
import { permissionProbe, unfit } from './availability.ts'
import type { Change } from './change.ts'
import { changeMessage } from './change-message.ts'
import { timings, type WindowOptions } from './deps.ts'
import type { MessagesWindow } from './messages-window.ts'

export function openMessagesWindow(options: WindowOptions): MessagesWindow {
  const parts = { nowMs: Date.now, ...options, timings: { ...timings, ...options.timings } }
  const permission = permissionProbe(parts)
  const change = (rowid: number, wanted: Change) => changeMessage(parts, rowid, wanted)
  return {
    async trouble() {
      const refused = unfit(parts) ?? (await permission())
      return refused && (refused.reason ?? errors[refused.code].remedy)
    },
    tapback: ({ rowid, emoji, remove }) => change(rowid, { kind: 'tapback', emoji, remove }),
    edit: ({ rowid, text }) => change(rowid, { kind: 'edit', text }),
    unsend: ({ rowid }) => change(rowid, { kind: 'unsend' }),
  }
}
