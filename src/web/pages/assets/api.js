/** Asks the API of this origin. */

export class Refused extends Error {
  constructor(status, { code, message } = {}) {
    super(message ?? `The server answered ${status}.`)
    this.code = code
    this.status = status
  }
}

export async function get(path, query = {}) {
  const given = Object.entries(query).filter(([, value]) => value !== undefined)
  const search = given.length > 0 ? `?${new URLSearchParams(given)}` : ''
  return ask(`${path}${search}`)
}

export const post = async (path, body) =>
  ask(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(await csrf()) },
    body: body && JSON.stringify(body),
  })

export const session = () => {
  signedIn ??= get('/api/ui/session')
  return signedIn
}
let signedIn

async function csrf() {
  const { csrf_token: token } = await session()
  return token === null ? {} : { 'x-csrf-token': token }
}

async function ask(path, options) {
  const response = await fetch(path, options)
  if (response.ok) return response.status === 204 ? undefined : response.json()
  const { error } = await response.json().catch(() => ({}))
  if (response.status === 401) location.assign(`/login?next=${encodeURIComponent(location.pathname)}`)
  throw new Refused(response.status, error)
}

export const conversationPath = (guid) => `/api/v1/conversations/${encodeURIComponent(guid)}`
