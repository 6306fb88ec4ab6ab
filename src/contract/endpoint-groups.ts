/** Groups the endpoints, in the order in which a reader looks for them. */
import type { Endpoint } from './endpoint.ts'
import { type EndpointName, endpoints } from './endpoints.ts'

/** Descriptions of the groups, for the reference. */
export const groupDescriptions: Readonly<Record<string, string>> = {
  service: 'The state of the service and its relay, and the description of the API.',
  overview: 'Messages relayed today, by plugin.',
  lines: 'The lines of a hub.',
  conversations: 'Conversations and their messages.',
  messages: 'Delivery details, reactions and edits of one message.',
  rows: 'Rows of the Messages database, for programs that keep a copy.',
  handles: 'Phone numbers and e-mail addresses in the Messages database.',
  starred: 'Starred messages.',
  send: 'Send texts and files.',
  sends: 'The status of sends.',
  scheduled: 'Scheduled messages.',
  outbox: 'Messages that wait for the owner, because their API key or rule has to ask.',
  search: 'Full-text search over all messages.',
  attachments: 'The files of attachments.',
  contacts: 'People in Contacts.',
  people: 'People with several addresses, joined into one conversation or separate.',
  capabilities: 'What this Mac supports.',
  identity: 'Proof for a client on this Mac that it talks to this service.',
  settings: 'The settings of the service.',
  whitelist: 'The people and groups whose messages are relayed.',
  plugins: 'Plugins and their deliveries.',
  deliveries: 'Deliveries: each is one message for one plugin.',
  alerts: 'Problems that keep messages from being relayed.',
  rules: 'Automation rules.',
  keys: 'API keys.',
  compat: 'Access for clients that were written for other servers.',
  sessions: 'Signed-in browsers.',
  push: 'Notifications in browsers while the page is closed (Web Push).',
  macs: 'On a hub: the Macs that connect to it.',
  events: 'Live events.',
  logs: 'The log.',
  password: 'The password of the service.',
  page: 'Endpoints that only the web page needs.',
  browser: 'The page and its files, signing in and signing out.',
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
