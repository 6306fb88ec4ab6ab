/**
 * States the reason for each row of the endpoint table that a hub leaves to its Macs. A test walks the table: each row
 * is either answered or listed here.
 */
import type { EndpointName } from '../../contract/endpoints.ts'

const reasons = {
  relay: 'Messages are relayed by the Mac that receives them, to its own plugins and by its own rules.',
  permissions: 'This is about the permissions, the windows or the processes of one Mac.',
  contacts:
    'Cards stay in Contacts of each Mac. Its owner decides there which addresses are one conversation, and the hub follows.',
  log: 'The log is that of each process.',
  push: 'Browsers are notified by each Mac.',
} as const

type LeftReason = keyof typeof reasons

export const leftToMacs: Readonly<Partial<Record<EndpointName, LeftReason>>> = {
  ...all('permissions', [
    'capabilities',
    'setup_checks',
    'setup_progress',
    'open_pane',
    'open_messages',
    'reveal_program',
    'restart_process',
  ]),
  ...all('contacts', ['list_people', 'separate_person', 'join_person']),
  ...all('log', ['logs', 'log_history']),
  ...all('push', [
    'push_key',
    'list_push_subscriptions',
    'add_push_subscription',
    'change_push_subscription',
    'remove_push_subscription',
    'test_push_subscription',
  ]),
}

function all(reason: LeftReason, names: readonly EndpointName[]): Partial<Record<EndpointName, LeftReason>> {
  return Object.fromEntries(names.map((name) => [name, reason]))
}

export function whyNot(name: EndpointName): string {
  const reason = leftToMacs[name]
  return reason === undefined ? 'The hub does not answer this.' : reasons[reason]
}
