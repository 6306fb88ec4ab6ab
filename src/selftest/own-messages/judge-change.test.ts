import { expect, it } from 'vitest'
import type { WindowStop } from '../../contract/selftest-own-messages.ts'
import { ServiceError } from '../../domain/service-error.ts'
import type { Change } from '../../messages-window/change.ts'
import { refusalFrom } from '../../messages-window/script-answer.ts'
import { judgeChange } from './judge-change.ts'

const tapback: Change = { kind: 'tapback', emoji: '👍', remove: false }
const edit: Change = { kind: 'edit', text: 'better' }
const unsend: Change = { kind: 'unsend' }

const noAction = refusalFrom({ is: 'stopped', why: 'no-action' }).reason
const refused = (reason: string | null) => new ServiceError('unsupported', 'It was refused.', { reason })

const judged = (change: Change, reason: string | null, macos: number) =>
  judgeChange({
    change,
    macos,
    error: refused(reason),
    row: undefined,
    twin: undefined,
    tapback: undefined,
    startMs: 0,
    endMs: 0,
  })

it.each<[Change, number, 'left_out' | 'differs', WindowStop, string | null]>([
  [tapback, 12, 'left_out', 'unsuitable', 'This macOS is too old for it.'],
  [tapback, 14, 'left_out', 'no_action', noAction],
  [edit, 13, 'left_out', 'no_action', noAction],
  [tapback, 15, 'differs', 'no_action', noAction],
  [edit, 27, 'differs', 'no_action', noAction],
  [unsend, 13, 'differs', 'no_action', noAction],
  [unsend, Number.NaN, 'differs', 'no_action', noAction],
])('$0.kind on macOS %i: an action that the window lacks ends as %s', (change, macos, state, stop, reason) => {
  expect(judged(change, reason, macos)).toEqual({
    state,
    reason: state === 'left_out' ? 'not_offered' : 'window_refused',
    findings: { window_stop: stop },
  })
})

it('a message that is unsuitable for another reason is not blamed on macOS', () => {
  expect(judged(edit, 'The message was unsent.', 14)).toMatchObject({ state: 'left_out', reason: 'window_refused' })
})
