/** Summarises what the settings mean for the relay: whose messages go where, and what is missing for any to go. */
import type { Config } from '../../contract/config.ts'

export function formatSettings({ relay, whitelist, integrations }: Config, configFile: string): string {
  const enabled = Object.entries(integrations)
    .filter(([, { enabled }]) => enabled)
    .map(([name]) => name)
  const isUnset = enabled.length === 0 || (relay.scope === 'whitelist' && whoseOf(whitelist) === '')
  return [
    `  Relayed         ${formatScope(relay.scope, whitelist)}`,
    `  To              ${enabled.join(', ') || 'nobody: no integration is enabled'}`,
    ...(isUnset ? [`  Settings        on the page below, or in ${configFile}`] : []),
    '',
  ].join('\n')
}

function formatScope(scope: Config['relay']['scope'], whitelist: Config['whitelist']): string {
  if (scope === 'everyone') return 'messages of everyone'
  const whose = whoseOf(whitelist)
  if (scope === 'contacts') return ['messages of your contacts', whose].filter(Boolean).join(' and of ')
  return whose === '' ? 'only what you write to yourself: the whitelist is empty' : `messages of ${whose}`
}

/** Shows counts and no handles, because others may see the terminal as well. */
const whoseOf = ({ handles, groups }: Config['whitelist']): string =>
  [counted(handles.length, 'person', 'people'), counted(groups.length, 'group', 'groups')].filter(Boolean).join(' and ')

const counted = (count: number, one: string, many: string): string =>
  count === 0 ? '' : `${count} ${count === 1 ? one : many} of the whitelist`
