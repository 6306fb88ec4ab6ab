/** Subscribes a browser at its push service for the key of this installation. */

/** A subscription for another key was made for another installation at this address. */
export async function subscribedWith(
  { pushManager }: Pick<ServiceWorkerRegistration, 'pushManager'>,
  key: string,
): Promise<PushSubscription> {
  const present = await pushManager.getSubscription()
  if (present !== null && keyOf(present) === key) return present
  await present?.unsubscribe()
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytesOf(key) })
}

/** The subscription as the service needs it. */
export function targetOf(subscription: PushSubscription): {
  endpoint: string
  keys: { p256dh: string; auth: string }
} {
  const { endpoint, keys } = subscription.toJSON()
  const { p256dh = '', auth = '' } = keys ?? {}
  return { endpoint: endpoint ?? '', keys: { p256dh, auth } }
}

const keyOf = ({ options }: PushSubscription): string =>
  btoa(String.fromCharCode(...new Uint8Array(options.applicationServerKey ?? new ArrayBuffer())))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

const bytesOf = (base64url: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0))
