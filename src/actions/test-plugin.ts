/** Implements POST /api/v1/plugins/{name}/test: a message of ours takes the way of every message, at once. */
import { pause } from '../base/pause.ts'
import type { TestResult } from '../contract/delivery.ts'
import { names } from '../contract/names.ts'
import { principalOf } from '../domain/access/principal.ts'
import { ServiceError } from '../domain/service-error.ts'
import type { AuditLog } from '../store/audit-log.ts'
import { isAlive } from '../store/heartbeat.ts'
import type { DeliveryChanges } from '../store/journal/delivery-changes.ts'
import type { JournalReader } from '../store/journal/reader.ts'
import type { Action } from './action.ts'
import { pluginRecord } from './plugin-records.ts'

export const testPlugin: Action<'test_plugin'> = async ({ name }, services, { caller }) => {
  const { enabled, display_name: title, tier } = pluginRecord(name, services)
  const { bridge, nowMs } = services
  const isRelayAlive = () => isAlive(bridge.lastHeartbeatS(), nowMs())
  const test = { name, title, isOn: enabled && tier !== 'core', principal: principalOf(caller) }
  return sendTest(test, { ...services, isRelayAlive })
}

interface Test {
  name: string
  /** The name of the plugin for people. */
  title: string
  /** Whether the plugin receives messages. */
  isOn: boolean
  principal: string
}

interface TestServices {
  deliveryChanges: Pick<DeliveryChanges, 'test'>
  journal: Pick<JournalReader, 'delivery' | 'deliveryContent'>
  audit: Pick<AuditLog, 'append'>
  /** While the relay is down, the test stays queued and the response does not wait for it. */
  isRelayAlive(): boolean
}

const message = {
  sender: names.product,
  text: `This is a test of ${names.product}. If you can read it, deliveries arrive here.`,
}

const waitMs = 15_000
const pollMs = 50

/** Sends a test for anyone, and waits for what comes of it. Throws `plugin_off`. */
export async function sendTest(
  { name, title, isOn, principal }: Test,
  { deliveryChanges, journal, audit, isRelayAlive }: TestServices,
): Promise<TestResult> {
  if (!isOn) throw new ServiceError('plugin_off', `${title} is off, so it receives nothing.`, { plugin: name })
  const id = deliveryChanges.test(name, message)
  if (id === undefined) throw new ServiceError('not_running', 'The relay has never run here.')
  audit.append({ action: 'plugin_tested', principal, target: name, result: 'ok' })
  const endMs = performance.now() + waitMs
  const isAwaited = () => isOpen(journal.delivery(id)?.delivery.state) && isRelayAlive() && performance.now() < endMs
  while (isAwaited()) await pause(pollMs)
  const found = journal.delivery(id)?.delivery
  return {
    delivery_id: id,
    state: found?.state ?? 'queued',
    duration_ms: found?.durationMs ?? null,
    error: found?.lastError ?? null,
    answer: journal.deliveryContent(id).answer,
  }
}

const isOpen = (state: string | undefined): boolean => state === 'queued' || state === 'retrying' || state === undefined
