/** The orders that wait for a Mac: its consumer is made by the hub and called as the Mac is, which can only take from it. */
import { type Consumer, type ConsumerInfo, jetstream } from '@nats-io/jetstream'
import type { NatsConnection } from '@nats-io/transport-node'

/** A Mac may not look the consumer up, so what would be found is given instead. */
export const ownOrders = (nats: NatsConnection, stream: string, mac: string): Consumer =>
  jetstream(nats).consumers.getConsumerFromInfo({
    stream_name: stream,
    name: mac,
    config: { durable_name: mac, ack_policy: 'explicit' },
  } as ConsumerInfo)
