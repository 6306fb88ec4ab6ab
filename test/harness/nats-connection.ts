/** Connects to NATS as the service does, and as patiently as the tests of a busy machine must be. */
import type { NatsConnection } from '@nats-io/transport-node'
import { messageOf } from '../../src/base/errors.ts'
import { connectNats, type NatsAccess } from '../../src/nats/connect.ts'

/** Tries again when a connection takes longer than the service waits for it; rejects with any other error. */
export async function connected(access: NatsAccess): Promise<NatsConnection> {
  try {
    return await connectNats(access)
  } catch (error) {
    if (!messageOf(error).includes(': timeout.')) throw error
    return await connected(access)
  }
}
