/** The tool `get_statistics`. */
import { Type } from '@sinclair/typebox'
import { fields } from '../../contract/endpoint.ts'
import { Statistics, StatisticsRange } from '../../contract/statistics.ts'
import { reading, tool } from '../tool.ts'
import { framed, Untrusted, untrusted } from '../untrusted.ts'

const usual = '7d'

export const getStatistics = tool({
  name: 'get_statistics',
  title: 'Get statistics',
  description:
    'What was received, relayed, filtered out and failed, by plugin and by person, how long deliveries took, and how much is written with whom: over 24 hours, 7 days or longer.',
  ...reading,
  endpoint: 'statistics',
  input: fields({ range: Type.Optional(StatisticsRange) }),
  output: Type.Object({
    untrusted: Untrusted,
    ...Type.Pick(Statistics, ['enabled', 'sent_total', 'received_total', 'top_contacts']).properties,
    relay: Type.Omit(Statistics.properties.relay, ['step', 'steps']),
  }),
  async run({ range = usual }, { client }) {
    const { enabled, sent_total, received_total, top_contacts, relay: all } = await client.statistics({ range })
    const { step: _, steps: __, ...relay } = all
    return {
      structured: { ...untrusted, enabled, sent_total, received_total, top_contacts, relay },
      text: (shown) =>
        shown.enabled
          ? framed(headlineOf(shown), [
              ...shown.relay.plugins.map(
                ({ display_name: name, delivered, failed, filtered, latency_ms: latency }) =>
                  `${name}: ${delivered} delivered, ${failed} failed, ${filtered} filtered out${latency === null ? '' : `, half within ${latency.p50} ms, 95% within ${latency.p95} ms`}`,
              ),
              ...shown.relay.people.map(({ name, count }) => `${name}: ${count} relayed`),
              ...shown.top_contacts.map(({ name, count }) => `${name}: ${count} written`),
            ])
          : 'Statistics are off: the plugin stats is disabled.',
    }
  },
})

const headlineOf = ({
  sent_total: sent,
  received_total: received,
  relay,
}: Pick<Statistics, 'sent_total' | 'received_total'> & {
  relay: Pick<Statistics['relay'], 'received' | 'relayed' | 'delivered' | 'failed' | 'filtered'>
}): string => {
  const filtered = relay.filtered.map(({ reason, count }) => `${count} ${reason}`).join(', ') || 'none'
  return `Relay: ${relay.received} messages received, ${relay.relayed} relayed, ${relay.delivered} deliveries, ${relay.failed} failed; filtered out: ${filtered}. Messages: ${sent} sent, ${received} received.`
}
