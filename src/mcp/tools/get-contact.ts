/** The tool `get_contact`. */
import { Type } from '@sinclair/typebox'
import { fields } from '../../contract/endpoint.ts'
import { reading, tool, withinLimit } from '../tool.ts'
import { framed, Untrusted, untrusted } from '../untrusted.ts'

export const getContact = tool({
  name: 'get_contact',
  title: 'Look up a contact',
  description: 'People of Contacts by name, number or e-mail address, one entry for each address.',
  ...reading,
  endpoint: 'list_contacts',
  input: fields({ query: Type.String({ minLength: 1, maxLength: 200 }) }),
  output: Type.Object({
    untrusted: Untrusted,
    contacts: Type.Array(Type.Object({ name: Type.String(), handle: Type.String() })),
  }),
  async run({ query }, { client }) {
    const found = await client.list_contacts({ q: query })
    return {
      structured: { ...untrusted, contacts: withinLimit(found.map(({ name, handle }) => ({ name, handle }))) },
      text: ({ contacts }) =>
        framed(
          contacts.length === 0 ? 'Nobody in Contacts fits.' : `${contacts.length} addresses.`,
          contacts.map(({ name, handle }) => `${name} <${handle}>`),
        ),
    }
  },
})
