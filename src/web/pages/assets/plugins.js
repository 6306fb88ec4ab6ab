/** The plugins: what each is for, how it fares, and its switch. */
import { get, post } from './api.js'
import { element } from './elements.js'

const main = document.getElementById('main')
/** The bridge follows a change of the settings within two seconds. */
const followedAfterMs = [700, 2_500]

export async function drawPlugins(isCurrent) {
  const plugins = await get('/api/v1/plugins')
  if (!isCurrent()) return
  const focused = document.activeElement?.id
  main.replaceChildren(
    element(
      'header',
      { class: 'thread' },
      element('a', { class: 'back', href: '#/', 'aria-label': 'Back' }, '‹'),
      element('h2', {}, 'Plugins'),
    ),
    element('ul', { class: 'plugins' }, ...plugins.map((plugin) => row(plugin, isCurrent))),
  )
  if (plugins.length === 0) main.append(element('p', { class: 'quiet' }, 'The bridge has found none yet.'))
  if (focused) document.getElementById(focused)?.focus()
}

function row(plugin, isCurrent) {
  const { name, display_name: title, description, enabled, network } = plugin
  const change = async (event) => {
    event.target.disabled = true
    const failure = await post(`/api/v1/plugins/${name}/${enabled ? 'disable' : 'enable'}`).then(
      () => undefined,
      (error) => error.message,
    )
    await drawPlugins(isCurrent)
    if (failure) main.append(element('p', { class: 'quiet', role: 'alert' }, failure))
    for (const ms of followedAfterMs) setTimeout(() => isCurrent() && drawPlugins(isCurrent), ms)
  }
  return element(
    'li',
    {},
    element('h3', { dir: 'auto' }, title),
    element(
      'button',
      { id: `switch-${name}`, role: 'switch', 'aria-checked': String(enabled), 'aria-label': title, onclick: change },
      enabled ? 'On' : 'Off',
    ),
    element('p', { dir: 'auto' }, description),
    element('p', { class: 'state' }, stateOf(plugin)),
    network.length > 0 && element('p', { class: 'state' }, `Reaches ${network.map(({ host }) => host).join(', ')}.`),
  )
}

const words = { running: 'Runs.', starting: 'Starts …', failed: 'Failed.', waiting: 'Waits.', off: '' }

function stateOf({ enabled, status, last_error: error, pending, dead, isolation }) {
  if (!enabled) return ''
  const missing = isolation.filter(({ held }) => !held).map(({ reason }) => reason)
  return [
    words[status] ?? status,
    error?.replace(/\.*$/, '.'),
    pending > 0 && `${pending} messages wait.`,
    dead > 0 && `${dead} were given up.`,
    missing.length > 0 && `Less isolated than it could be: ${missing.join('; ')}.`,
  ]
    .filter(Boolean)
    .join(' ')
}
