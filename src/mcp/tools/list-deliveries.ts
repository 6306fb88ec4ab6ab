/** The tool `list_deliveries`. */
import { Type } from '@sinclair/typebox'
import { Delivery, deliveryProgress } from '../../contract/delivery.ts'
import { fields } from '../../contract/endpoint.ts'
import { OneOf, PlaceCursor } from '../../contract/fields.ts'
import { reading, tool, withinLimit } from '../tool.ts'
import { framed, Untrusted, untrusted } from '../untrusted.ts'

const usual = 20

export const listDeliveries = tool({
  name: 'list_deliveries',
  title: 'List deliveries',
  description:
    'Deliveries of messages to plugins, the newest first: to which plugin, in which state, after how many attempts, what the receiver answered to the last one, and the last error. Tells why a message did not arrive at a plugin.',
  ...reading,
  endpoint: 'list_deliveries',
  input: fields({
    plugin: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
    state: Type.Optional(OneOf(deliveryProgress)),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: usual })),
    cursor: PlaceCursor,
  }),
  output: Type.Object({
    untrusted: Untrusted,
    deliveries: Type.Array(Delivery),
    cursor: Type.Union([Type.String(), Type.Null()], { description: 'For the next page; null at the end.' }),
  }),
  async run({ limit = usual, ...asked }, { client }) {
    const page = await client.list_deliveries({ limit, ...asked })
    return {
      structured: { ...untrusted, deliveries: withinLimit(page.deliveries), cursor: page.cursor },
      text: ({ deliveries, cursor }) =>
        framed(
          `${deliveries.length} deliveries, the newest first${cursor === null ? '' : `; go on with cursor ${cursor}`}.`,
          deliveries.map(lineOf),
        ),
    }
  },
})

function lineOf({ created_at: at, plugin, state, sender, conversation_name: name, ...delivery }: Delivery): string {
  const { id, attempts, last_error: error, answer_status: status, duration_ms: tookMs } = delivery
  const from = [sender, name !== sender && name !== null && `in ${name}`].filter(Boolean).join(' ')
  const answered = status === null ? '' : `, answered ${status}${tookMs === null ? '' : ` in ${tookMs} ms`}`
  const trouble = error === null ? '' : `, ${attempts} attempts: ${error}`
  return `${at} ${from} → ${plugin}: ${state}${answered}${trouble} (${id})`
}
