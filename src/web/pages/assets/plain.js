/** The plain page: what its address names is drawn, and drawn again when something happens. */
import { get, post, session } from './api.js'
import { element } from './elements.js'
import { drawFound } from './found.js'
import { drawList } from './list.js'
import { drawPlugins } from './plugins.js'
import { drawThread } from './thread.js'

const main = document.getElementById('main')
const bridge = document.getElementById('bridge')
const query = document.getElementById('query')
const firstCount = 60
const redrawAfterMs = 150
const beatEveryMs = 5_000

let view = {}

function viewOfAddress() {
  const [, guid = '', rowid] = location.hash.split('/').map(decodeURIComponent)
  const next = { guid, around: rowid === undefined ? undefined : Number(rowid), count: firstCount, q: undefined }
  next.isPlugins = location.hash === '#plugins'
  next.isCurrent = () => view === next
  next.showMore = () => {
    next.count += 3 * firstCount
    draw()
  }
  next.showNewest = () => {
    location.hash = `#/${encodeURIComponent(guid)}`
  }
  return next
}

async function draw() {
  const drawn = view
  document.body.classList.toggle('reading', drawn.guid !== '' || drawn.q !== undefined || drawn.isPlugins)
  try {
    await drawList(drawn.guid)
    if (drawn.q !== undefined) return
    if (drawn.isPlugins) return await drawPlugins(drawn.isCurrent)
    if (drawn.guid !== '') await drawThread(drawn.guid, drawn)
    else main.replaceChildren(element('p', { class: 'quiet' }, 'Choose a conversation.'))
  } catch (error) {
    if (view === drawn) main.replaceChildren(element('p', { class: 'quiet', role: 'alert' }, error.message))
  }
}

let due
const drawSoon = () => {
  clearTimeout(due)
  due = setTimeout(draw, redrawAfterMs)
}

async function search(q) {
  view = { ...viewOfAddress(), guid: '', q }
  const searched = view
  document.body.classList.add('reading')
  try {
    await drawFound(q, () => view === searched)
  } catch (error) {
    if (view === searched) main.replaceChildren(element('p', { class: 'quiet', role: 'alert' }, error.message))
  }
}

async function beat() {
  const heartbeat = await get('/api/heartbeat').catch(() => undefined)
  const state = heartbeat === undefined ? 'offline' : heartbeat.bridge_alive ? heartbeat.bridge.state : 'stopped'
  bridge.className = state
  bridge.textContent = words[state] ?? state
  bridge.title = heartbeat?.bridge.reason ?? ''
  // Nothing tells of new messages while the bridge is down.
  if (state === 'stopped') drawSoon()
}

const words = {
  polling: 'Relaying',
  degraded: 'Relaying with trouble',
  unreadable: 'Messages cannot be read',
  stopped: 'Bridge stopped',
  offline: 'Server offline',
}

document.getElementById('search').addEventListener('submit', (event) => {
  event.preventDefault()
  if (query.value.trim() !== '') search(query.value.trim())
})
addEventListener('hashchange', () => {
  view = viewOfAddress()
  draw().then(() => main.focus({ preventScroll: true }))
})
// Only now that somebody touches it is what it shows read.
for (const touch of ['pointerup', 'keyup']) addEventListener(touch, drawSoon, { once: true })
document.getElementById('sign-out').addEventListener('click', async () => {
  await post('/logout').catch(() => undefined)
  location.assign('/login')
})

const { mode } = await session()
document.getElementById('sign-out').hidden = mode !== 'session'
new EventSource('/api/v1/events').addEventListener('message', drawSoon)
setInterval(beat, beatEveryMs)
view = viewOfAddress()
await Promise.all([beat(), draw()])
