/** Declares the calls of a plugin on the page: each with its arguments, and the permission and scope that it needs. */
import { type Static, type TObject, Type } from '@sinclair/typebox'
import { fields } from './endpoint.ts'
import { Nullable, OneOf, Rowid } from './fields.ts'
import { longestText } from './limits.ts'
import type { PagePermission } from './plugin-slots.ts'
import type { Scope } from './scopes.ts'

interface PageCallRow {
  args: TObject
  /** The scope that the caller must have. */
  scope: Scope
  /** The permission that the plugin must have; plugins of the tier notify have none. */
  permission?: PagePermission
}

const Key = Type.String({ minLength: 1, maxLength: 100 })

export const pageCalls = {
  get_message: { args: fields({ rowid: Rowid }), scope: 'read', permission: 'message.read' },
  send_text: {
    args: fields({
      conversation_id: Type.String({ minLength: 1, maxLength: 100 }),
      text: Type.String({ minLength: 1, maxLength: longestText }),
      key: Type.Optional(Key),
    }),
    scope: 'write',
    permission: 'message.send',
  },
  get_settings: { args: fields({}), scope: 'admin' },
  change_settings: { args: fields({ change: Type.Record(Type.String(), Type.Unknown()) }), scope: 'admin' },
  get_kept: { args: fields({ key: Key }), scope: 'read' },
  keep: { args: fields({ key: Key, value: Type.Unknown() }), scope: 'write' },
  log: {
    args: fields({ level: OneOf(['info', 'warn', 'error']), msg: Type.String({ maxLength: 1_000 }) }),
    scope: 'write',
  },
} as const satisfies Record<string, PageCallRow>

export type PageCallName = keyof typeof pageCalls
export type PageCallArgs<N extends PageCallName> = Static<(typeof pageCalls)[N]['args']>

export const PageCall = fields({
  method: OneOf(Object.keys(pageCalls) as PageCallName[]),
  args: Type.Record(Type.String(), Type.Unknown()),
})

export const PluginSendFile = fields({
  conversation_id: Type.String({ minLength: 1, maxLength: 100 }),
  key: Type.Optional(Key),
})

export const PluginSent = Type.Object({
  send_id: Type.String(),
  state: Type.String(),
  error_code: Nullable(Type.String()),
})

/** A message as a plugin on the page may see it, with neither handle nor GUID. */
export interface PageMessage {
  rowid: number
  conversation_id: string
  sender: string
  is_from_me: boolean
  is_group: boolean
  group_name: string | null
  ts: string
  text: string
}
