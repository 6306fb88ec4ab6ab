/** Routes about the server itself: whether it is there, what it can, what it counts. */
import { hostname, networkInterfaces } from 'node:os'
import { BlueBubblesError, notFound, serverError } from '../envelope.ts'
import { check, required, text } from '../input.ts'
import type { Handler, Route } from '../request.ts'

/** The release whose behaviour clients find here: they switch features on by it. */
const serverVersion = '1.9.9'

/** The version for a machine that is no Mac; clients split the text at its dot. */
const otherwiseMacos = '15.0'

const ping: Handler = () => ({ message: 'Ping received!', data: 'pong' })

const info: Handler = async ({ session, services, host, macos }) => {
  // A key with a grant learns nothing of whose Mac this is.
  const [own = ''] = session.caller.grant === null ? host.ownAddresses(services) : []
  return {
    data: {
      computer_id: hostname().replace(/\.local$/, ''),
      os_version: versionWithDot((await macos()) ?? otherwiseMacos),
      server_version: serverVersion,
      private_api: false,
      proxy_service: 'lan-url',
      helper_connected: false,
      detected_icloud: own,
      detected_imessage: own,
      macos_time_sync: null,
      local_ipv4s: addresses('IPv4'),
      local_ipv6s: addresses('IPv6'),
    },
  }
}

const versionWithDot = (version: string): string => (version.includes('.') ? version : `${version}.0`)

const addresses = (family: 'IPv4' | 'IPv6'): string[] =>
  Object.values(networkInterfaces())
    .flatMap((each) => each ?? [])
    .filter((each) => each.family === family && !each.internal)
    .map(({ address }) => address)

/** Clients go on without Firebase at exactly this text. */
const fcmClient: Handler = () => {
  throw notFound('Google Services file not found.')
}

/** Accepts a device and keeps nothing of it: nothing is pushed through Firebase. */
const fcmDevice: Handler = ({ body }) => {
  check(body, { name: [required, text], identifier: [required, text] })
  return { message: 'Successfully added device!' }
}

const updateCheck: Handler = () => ({ data: { available: false, current: serverVersion, metadata: null } })

const updateInstall: Handler = () => {
  throw new BlueBubblesError({
    status: 400,
    type: 'Validation Error',
    message: 'No update available!',
    error: 'NO_UPDATE_AVAILABLE',
  })
}

const totals: Handler = async ({ session, query }) => {
  const counted = await session.relay.row_totals()
  const all = {
    handle: { handles: counted.handles },
    message: { messages: counted.messages },
    chat: { chats: counted.conversations },
    attachment: { attachments: counted.attachments },
  }
  const only = String(query.only ?? '')
    .split(',')
    .map((each) => each.trim().replace(/s$/, ''))
    .filter((each) => each !== '')
  const chosen = Object.entries(all).filter(([name]) => only.length === 0 || only.includes(name))
  return { data: Object.assign({}, ...chosen.map(([, part]) => part)) as object }
}

/** Refuses what only the owner of the Mac does, by this service's own page or command. */
const notHere =
  (what: string): Handler =>
  () => {
    throw serverError(`${what} is not done for clients. Use the page or the command of Local Messaging Relay.`)
  }

export const serverRoutes: readonly Route[] = [
  { method: 'GET', path: 'ping', scopes: ['read'], handle: ping },
  { method: 'GET', path: 'server/ping', scopes: ['read'], handle: ping },
  { method: 'GET', path: 'server/info', scopes: ['read'], handle: info },
  { method: 'GET', path: 'fcm/client', scopes: ['read'], handle: fcmClient },
  { method: 'POST', path: 'fcm/device', scopes: ['read'], handle: fcmDevice },
  { method: 'GET', path: 'server/update/check', scopes: ['read'], handle: updateCheck },
  { method: 'POST', path: 'server/update/install', scopes: ['read'], handle: updateInstall },
  { method: 'GET', path: 'server/statistics/totals', scopes: ['read'], handle: totals },
  { method: 'GET', path: 'server/restart/soft', scopes: ['write'], handle: notHere('A restart') },
  { method: 'GET', path: 'server/restart/hard', scopes: ['write'], handle: notHere('A restart') },
  { method: 'POST', path: 'mac/lock', scopes: ['write'], handle: notHere('Locking this Mac') },
  { method: 'POST', path: 'mac/imessage/restart', scopes: ['write'], handle: notHere('A restart of Messages') },
]
