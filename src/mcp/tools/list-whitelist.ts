/** The tool `list_whitelist`. */
import { Type } from '@sinclair/typebox'
import { fields } from '../../contract/endpoint.ts'
import { reading, tool, withinLimit } from '../tool.ts'
import { framed, Untrusted, untrusted } from '../untrusted.ts'

export const listWhitelist = tool({
  name: 'list_whitelist',
  title: 'List the whitelist',
  description: 'People and groups whose messages this service relays to its integrations.',
  ...reading,
  endpoint: 'list_whitelist',
  input: fields({}),
  output: Type.Object({
    untrusted: Untrusted,
    entries: Type.Array(Type.Object({ handle: Type.String(), kind: Type.String(), display_name: Type.String() })),
  }),
  async run(_given, { client }) {
    const found = await client.list_whitelist()
    return {
      structured: {
        ...untrusted,
        entries: withinLimit(found.map(({ handle, kind, display_name }) => ({ handle, kind, display_name }))),
      },
      text: ({ entries }) =>
        framed(
          entries.length === 0 ? 'The whitelist is empty.' : `${entries.length} on the whitelist.`,
          entries.map(({ display_name, handle, kind }) => `${display_name} <${handle}> (${kind})`),
        ),
    }
  },
})
