// A page of a foreign site. It tries to change and to read the service named behind the #, and reports the result of
// each attempt.

const { service, guid, rowid, attachment, key, rule } = JSON.parse(decodeURIComponent(location.hash.slice(1)))
const conversation = `/api/v1/conversations/${encodeURIComponent(guid)}`
const handle = '+12025559999'
const json = JSON.stringify({ handle })
const patience = 2_000

const refused = 'nothing'
const at = (path) => new URL(path, service).href
/** Redirects through this site, which browsers then treat as the origin of the request. */
const ledTo = (path) => `${location.origin}/led?${at(path)}`

function made(tag, properties) {
  const element = Object.assign(document.createElement(tag), properties)
  document.body.append(element)
  return element
}

/** Resolves with whichever of the two events fires. */
const eitherOf = (target, good, bad = 'error') =>
  new Promise((resolve) => {
    target.addEventListener(good, () => resolve(good))
    target.addEventListener(bad, () => resolve(refused))
    setTimeout(resolve, patience, refused)
  })

async function sent(path, options) {
  const answer = await fetch(at(path), { credentials: 'include', ...options }).catch(() => undefined)
  if (answer === undefined) return refused
  return (await answer.text().catch(() => '')) || refused
}

let frames = 0
/** Fills the input as if a user had chosen the file. */
function fileInput(file) {
  const chosen = new DataTransfer()
  chosen.items.add(file)
  return Object.assign(document.createElement('input'), { type: 'file', name: 'file', files: chosen.files })
}

function form(path, { enctype, fields, file }) {
  const name = `frame-${++frames}`
  const frame = made('iframe', { name })
  const sending = made('form', { action: at(path), method: 'POST', enctype, target: name })
  for (const [name, value] of Object.entries(fields))
    sending.append(Object.assign(document.createElement('input'), { name, value }))
  const loaded = eitherOf(frame, 'load')
  if (file !== undefined) sending.append(fileInput(file))
  sending.submit()
  return loaded.then(() => {
    try {
      return frame.contentDocument?.body.textContent || refused
    } catch {
      return refused
    }
  })
}

/** Runs in a frame without an origin. */
async function fromNowhere(srcdoc) {
  const frame = made('iframe', { sandbox: 'allow-scripts allow-forms', srcdoc })
  await eitherOf(frame, 'load')
  await new Promise((resolve) => setTimeout(resolve, 300))
  return refused
}

const urlencoded = 'application/x-www-form-urlencoded'
const text = { 'content-type': 'text/plain' }
const whitelist = '/api/v1/whitelist/add'

const message = JSON.stringify({ handle, text: 'Hello' })
const file = new File(['Hello'], 'hello.txt')
const fileForm = () => {
  const form = new FormData()
  form.append('handle', handle)
  form.append('file', file)
  return form
}

const changes = {
  'a form': () => form(whitelist, { enctype: urlencoded, fields: { handle } }),
  'a form in parts': () => form(whitelist, { enctype: 'multipart/form-data', fields: { handle } }),
  'a form whose text is JSON': () =>
    form(whitelist, { enctype: 'text/plain', fields: { [`{"handle":"${handle}","x":"`]: '"}' } }),
  'a form that signs out': () => form('/logout', { enctype: urlencoded, fields: {} }),
  'a form that signs in': () => form('/login', { enctype: urlencoded, fields: { password: 'somebody else’s' } }),
  'a form that sets the first password': () =>
    form('/setup', { enctype: urlencoded, fields: { token: 'x', password: 'somebody else’s' } }),
  'a form that is led here': () => form(ledTo(whitelist), { enctype: urlencoded, fields: { handle } }),
  'a form from nowhere': () =>
    fromNowhere(`
      <form action="${at(whitelist)}" method="post" enctype="text/plain"><input name='{"handle":"${handle}","x":"' value='"}'></form>
      <script>document.forms[0].submit()</script>`),
  'a request from nowhere': () =>
    fromNowhere(
      `<script>fetch('${at(whitelist)}', { method: 'POST', credentials: 'include', mode: 'no-cors', body: '${json}' })</script>`,
    ),
  'a request that is led here': () => sent(ledTo(whitelist), { method: 'POST', mode: 'no-cors', body: json }),
  'JSON as text, unseen': () => sent(whitelist, { method: 'POST', mode: 'no-cors', headers: text, body: json }),
  'JSON as text': () => sent(whitelist, { method: 'POST', headers: text, body: json }),
  'JSON without a type': () => sent(whitelist, { method: 'POST', mode: 'no-cors', body: new Blob([json]) }),
  'fields, unseen': () => sent(whitelist, { method: 'POST', mode: 'no-cors', body: new URLSearchParams({ handle }) }),
  'true JSON': () => sent(whitelist, { method: 'POST', headers: { 'content-type': 'application/json' }, body: json }),
  'an invented token': () =>
    sent(whitelist, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-csrf-token': 'x' },
      body: json,
    }),
  settings: () => sent('/api/v1/settings', { method: 'POST', mode: 'no-cors', body: '{"relay":{"scope":"everyone"}}' }),
  'a mark of what was read': () =>
    sent(`${conversation}/read`, { method: 'POST', mode: 'no-cors', body: JSON.stringify({ rowid }) }),
  'a rule': () => sent(`/api/v1/rules/${rule}`, { method: 'DELETE' }),
  'a rule, overridden': () => sent(`/api/v1/rules/${rule}?_method=DELETE`, { method: 'POST', mode: 'no-cors' }),
  'a message': () => sent('/api/v1/send', { method: 'POST', mode: 'no-cors', headers: text, body: message }),
  'a message as a form': () =>
    form('/api/v1/send', { enctype: 'text/plain', fields: { [`${message.slice(0, -1)},"x":"`]: '"}' } }),
  'a message to a chat': () =>
    sent('/api/v1/send/chat', { method: 'POST', mode: 'no-cors', body: JSON.stringify({ guid, text: 'Hello' }) }),
  'a file': () => form('/api/v1/send/file', { enctype: 'multipart/form-data', fields: { handle }, file }),
  'a file that is led here': () =>
    form(ledTo('/api/v1/send/file'), { enctype: 'multipart/form-data', fields: { handle }, file }),
  'a file, unseen': () => sent('/api/v1/send/file', { method: 'POST', mode: 'no-cors', body: fileForm() }),
  'a reaction': () =>
    sent(`/api/v1/messages/${rowid}/tapback`, { method: 'POST', mode: 'no-cors', body: '{"emoji":"👍"}' }),
  'a key': () => sent(`/api/v1/keys/${key}`, { method: 'DELETE' }),
  'the password': () => sent('/api/v1/password', { method: 'PUT', body: '{"password":null}' }),
  'a request by the old interface': async () => {
    const request = new XMLHttpRequest()
    request.open('POST', at(whitelist))
    request.withCredentials = true
    const ended = eitherOf(request, 'load')
    request.send(json)
    return (await ended) && (request.responseText || refused)
  },
  'a window in which the page itself would': async () => {
    const opened = open(at(`/app/#/${encodeURIComponent(guid)}`))
    await new Promise((resolve) => setTimeout(resolve, 1_500))
    opened?.close()
    return refused
  },
  'a beacon': async () => {
    navigator.sendBeacon(at(whitelist), json)
    return refused
  },
}

const element = (tag, path, from = 'src') => {
  const loading = made(tag, {})
  const told = eitherOf(loading, tag === 'video' ? 'loadedmetadata' : 'load')
  loading[from] = at(path)
  return told
}

const stream = (path) => {
  const source = new EventSource(at(path), { withCredentials: true })
  return eitherOf(source, 'open').finally(() => source.close())
}

const reads = {
  conversations: () => sent('/api/v1/conversations'),
  'conversations, unseen': () => sent('/api/v1/conversations', { mode: 'no-cors' }),
  'messages without a cookie': () => sent(`${conversation}/messages`, { credentials: 'omit' }),
  session: () => sent('/api/ui/session'),
  settings: () => sent('/api/v1/settings'),
  health: () => sent('/healthz'),
  page: () => sent('/app/'),
  events: () => stream('/api/v1/events'),
  log: () => stream('/api/logs'),
  'a picture': () => element('img', `/api/v1/attachments/${attachment}`),
  'a picture from the cache': () => element('img', `/api/v1/attachments/${attachment}?thumb=240`),
  'a film': () => element('video', `/api/v1/attachments/${attachment}`),
  'a script of data': () => element('script', '/api/v1/conversations'),
  'a script of the page': () => element('script', '/app/plain.js'),
  'a module of the page': () => import(at('/app/elements.js')).then(Object.keys, () => refused),
  'a socket': () => eitherOf(new WebSocket(at('/api/v1/events').replace('http', 'ws')), 'open'),
  'a frame': async () => {
    const frame = made('iframe', { src: at('/app/') })
    await eitherOf(frame, 'load')
    return frame.contentDocument?.body.textContent || refused
  },
  'an object': async () => {
    const embedded = made('object', { data: at('/api/v1/conversations') })
    await eitherOf(embedded, 'load')
    return embedded.contentDocument?.body.textContent || refused
  },
  'another window': async () => {
    const opened = open(at('/app/'))
    await new Promise((resolve) => setTimeout(resolve, 500))
    try {
      return opened?.document.body.textContent || refused
    } catch {
      return refused
    } finally {
      opened?.close()
    }
  },
}

const triesOf = async (kind, tries) =>
  Object.fromEntries(
    await Promise.all(Object.entries(tries).map(async ([name, attempt]) => [`${kind}: ${name}`, await attempt()])),
  )

globalThis.got = { ...(await triesOf('changes', changes)), ...(await triesOf('reads', reads)) }
