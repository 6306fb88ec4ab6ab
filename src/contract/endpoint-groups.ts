/** Groups the endpoints, in the order in which a reader looks for them. */
import type { Endpoint } from './endpoint.ts'
import { type EndpointName, endpoints } from './endpoints.ts'

/** Descriptions of the groups, for the reference. */
export const groupDescriptions: Readonly<Record<string, string>> = {
  service: 'Whether the service and its relay run, and what describes the API itself.',
  overview: 'What is relayed today.',
  lines: 'The lines of a hub.',
  conversations: 'Conversations and their messages.',
  messages: 'Single messages: delivery details, reactions, edits.',
  rows: 'Rows of Messages’ database, for programs that keep a copy of it.',
  handles: 'Addresses as Messages’ database keeps them.',
  starred: 'Starred messages.',
  send: 'Sending texts and files.',
  sends: 'The status of messages that were sent.',
  scheduled: 'Messages that wait for their time.',
  outbox: 'Messages of API keys that have to ask, which wait for the owner.',
  search: 'Full-text search over all messages.',
  attachments: 'The bytes of attachments.',
  contacts: 'People in Contacts.',
  people: 'People with several addresses.',
  capabilities: 'What this Mac supports.',
  identity: 'How a client on this Mac tells this service from any other program.',
  settings: 'The settings of the service.',
  whitelist: 'Who is relayed.',
  plugins: 'Plugins and their deliveries.',
  deliveries: 'Single deliveries: one message for one plugin.',
  alerts: 'What keeps messages from being relayed.',
  rules: 'Automation rules.',
  keys: 'API keys.',
  compat: 'Clients that were written for other servers.',
  sessions: 'Browsers that are signed in.',
  push: 'Notifications of browsers while no page is open (Web Push).',
  macs: 'On a hub: the Macs that connect to it.',
  events: 'Live events.',
  logs: 'The log.',
  password: 'The password of the service.',
  page: 'What only the web page needs.',
  browser: 'Pages, signing in and out, and files that pages load.',
}

/** These groups come last, after the endpoints for programs. */
const forBrowsers = ['password', 'page', 'browser']

export function groupOf({ path }: Endpoint): string {
  const [, version, resource] = /^\/api\/(v1|ui)\/([a-z]+)/.exec(path) ?? []
  if (version === 'ui') return 'page'
  return resource ?? (path.startsWith('/api') || path === '/healthz' || path === '/version' ? 'service' : 'browser')
}

export const endpointGroups: readonly (readonly [string, readonly (readonly [EndpointName, Endpoint])[]])[] = [
  ...Map.groupBy(Object.entries(endpoints) as [EndpointName, Endpoint][], ([, endpoint]) => groupOf(endpoint)),
].sort(([one], [other]) => forBrowsers.indexOf(one) - forBrowsers.indexOf(other))
