/** The field that names a person or a group to a tool. */
import { Type } from '@sinclair/typebox'

export const Whom = Type.String({
  minLength: 1,
  maxLength: 512,
  description: 'A chat GUID, a phone number, an e-mail address, or a name that only one person or group bears.',
})
