/** The orders that wait for a Mac. The hub creates their consumer under the name of the Mac, which can only read from it. */
import { type Consumer, type ConsumerInfo, jetstream } from '@nats-io/jetstream'
import type { NatsConnection } from '@nats-io/transport-node'

/** A Mac is not permitted to look up its consumer, so the description that it would find is given here. */
export const ownOrders = (nats: NatsConnection, stream: string, mac: string): Consumer =>
  jetstream(nats).consumers.getConsumerFromInfo({
    stream_name: stream,
    name: mac,
    config: { durable_name: mac, ack_policy: 'explicit' },
  } as ConsumerInfo)
