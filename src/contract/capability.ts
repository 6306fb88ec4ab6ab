/** Describes what this Mac, its version of macOS and its permissions allow. */
import { type Static, Type } from '@sinclair/typebox'
import { Nullable, OneOf } from './fields.ts'

export const abilities = [
  'read_messages',
  'read_contacts',
  'replies',
  'edits',
  'recently_deleted',
  'emoji_tapbacks',
  'send_later',
  'rcs',
  'search',
  'convert_images',
  'convert_audio',
  'send_text',
  'send_file',
  'send_tapbacks',
  'send_edits',
  'send_unsends',
  'typing',
  'read_receipts',
] as const

/** Abilities that only a private helper has; they are listed while one is set. */
export const helperAbilities: readonly Ability[] = ['typing', 'read_receipts']

export type Ability = (typeof abilities)[number]

export const Capability = Type.Object({
  name: OneOf(abilities),
  supported: Type.Boolean(),
  reason: Nullable(Type.String(), 'Why not, and what to do about it.'),
})
export type Capability = Static<typeof Capability>
