/** Who is relayed while the scope is `whitelist`. */
import { type Static, Type } from '@sinclair/typebox'
import { fields } from './endpoint.ts'
import { OneOf } from './fields.ts'

export const WhitelistEntry = Type.Object({
  handle: Type.String({ description: 'Address, or chat GUID of a group.' }),
  kind: OneOf(['handle', 'group']),
  display_name: Type.String(),
})
export type WhitelistEntry = Static<typeof WhitelistEntry>

export const WhitelistChange = fields({
  handle: Type.String({
    minLength: 1,
    maxLength: 512,
    description: 'A phone number in any writing, an e-mail address, or the chat GUID of a group.',
  }),
})
