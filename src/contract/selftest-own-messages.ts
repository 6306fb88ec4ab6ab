/**
 * Declares the steps of the self-test that send a message to its owner or change one: each is asked for separately, and
 * followed to its row in chat.db.
 */
import type { TSchema } from '@sinclair/typebox'
import { AppleNumber, AppleNumbers, Count, Flag, Word, Words } from './selftest-forms.ts'

const group = 'own_messages'
/** A step finds out everything else by itself: Messages is opened for it, as it is for every send. */
const needs = ['full_disk_access', 'consent'] as const

/** The ids without `own_` are the words of `--agree`. */
export const ownMessageChecks = {
  own_text: { group, title: 'Text', needs },
  own_file: { group, title: 'File', needs },
  own_reply: { group, title: 'Reply in the same chat', needs },
  own_tapback: { group, title: 'Tapback', needs },
  own_edit: { group, title: 'Edit', needs },
  own_unsend: { group, title: 'Unsend', needs },
} as const
export type OwnMessageCheckId = keyof typeof ownMessageChecks
export const ownMessageSteps = ['text', 'file', 'reply', 'tapback', 'edit', 'unsend'] as const
export type OwnMessageStep = (typeof ownMessageSteps)[number]

export const ownMessageReasons = {
  not_asked: 'Not requested. Add --send to try this.',
  earlier_step_missing: 'The message for this step was not sent.',
  sending_busy: 'The service is sending other messages.',
  not_sent: 'Messages refused the message. Nothing was sent.',
  send_uncertain: 'It is unknown whether the message was sent.',
  no_row: 'No row of the message appeared in time.',
  ghost_row: 'Messages reported success, wrote an empty row and sent nothing.',
  row_failed: 'Messages reported success, and the row then got an error.',
  not_delivered: 'The message was not delivered in time.',
  text_differs: 'The row has a different text.',
  row_differs: 'The row is unlike what the service expects.',
  several_rows: 'The message was sent more than once.',
  not_offered: 'Messages does not offer this on this macOS.',
  window_refused: 'The window of Messages could not be operated.',
  change_not_shown: 'The window was operated, and the row did not change in time.',
} as const

/** Why the window of Messages was left alone: the words of its script, a missing permission, or our own caution. */
const windowStops = [
  'accessibility_denied',
  'automation_denied',
  'unsuitable',
  'no_window',
  'draft',
  'other_conversation',
  'not_there',
  'twice',
  'no_action',
  'no_field',
  'not_started',
] as const
export type WindowStop = (typeof windowStops)[number]

const messageStates = ['landed', 'sent', 'delivered', 'read', 'failed'] as const

/** All times are milliseconds; those of a row are counted from the start of the script. */
export const ownMessageFindings = {
  send_route: Word('Sent by', ['address', 'chat', 'address_after_chat']),
  script_ms: Count('Script ended (ms)'),
  script_result: Word('Script reported', ['handed_over', 'not_sent', 'uncertain']),
  script_error: AppleNumber('Error of the script'),
  row_ms: Count('Row appeared (ms)'),
  rows: Count('Rows from me'),
  without_body_ms: Count('Row without its text (ms)'),
  without_chat_ms: Count('Row without its chat (ms)'),
  without_file_ms: Count('Row without its file (ms)'),
  text_equal: Flag('Text unchanged'),
  same_chat: Flag('In the chat of the first message'),
  in_thread: Flag('In a thread'),
  service: Word('Service', ['iMessage', 'SMS', 'RCS', 'other']),
  chat_form: Word('Form of the chat GUID', ['any', 'iMessage', 'SMS', 'RCS', 'other']),
  states: Words('States', messageStates),
  sent_ms: Count('Sent (ms)'),
  delivered_ms: Count('Delivered (ms)'),
  failed_ms: Count('Failed (ms)'),
  row_error: AppleNumber('Error of the row'),
  ghost_rows: Count('Empty rows in no chat'),
  twin: Word('Second row of the note', ['none', 'same_chat', 'other_chat']),
  twin_ms: Count('Second row after the first (ms)'),
  twin_apart_ms: Count('Dates of both rows apart (ms)'),
  file_rows: Count('Rows of the file'),
  file_places: Words('Places of the file', ['none', 'messages', 'ours', 'elsewhere']),
  transfer_states: AppleNumbers('transfer_state'),
  file_size_equal: Flag('Size unchanged'),
  file_name_equal: Flag('Name unchanged'),
  window_ms: Count('Window operated (ms)'),
  window_stop: Word('Window left alone', windowStops),
  changed_ms: Count('Row changed (ms)'),
  date_edited: Flag('date_edited set'),
  date_retracted: Flag('date_retracted set'),
  emptied: Flag('Row emptied'),
  twin_changed: Flag('Second row changed as well'),
  tapback_type: AppleNumber('associated_message_type'),
  tapback_target: Word('Form of the target', ['part', 'balloon', 'bare', 'other']),
} satisfies Record<string, TSchema>
