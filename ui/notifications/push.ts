/** Subscribes this browser to notifications while the page is closed, keeps its choices current, and ends it again. */
import { ClientError } from '../../src/client/client-error.ts'
import type { NewPushSubscription, PushChoices } from '../../src/contract/push.ts'
import { client } from '../api/client.ts'
import { keepShell } from '../offline/keep-shell.ts'
import { mutes } from '../state/mutes.ts'
import { useChoices } from './choices.ts'
import { keepPushState, usePush } from './push-state.ts'
import { subscribedWith, targetOf } from './subscribe.ts'

/** Needs the reader's permission. Rejects where the browser's push service is not available. */
export async function turnOnPush(): Promise<void> {
  const registration = await activeWorker()
  const { public_key: key } = await client.push_key()
  await register(targetOf(await subscribedWith(registration, key)))
}

async function register(target: Pick<NewPushSubscription, 'endpoint' | 'keys'>): Promise<void> {
  const { id } = await client.add_push_subscription({ ...target, ...wishes() })
  keepPushState({ id })
}

export async function turnOffPush(): Promise<void> {
  const { id } = usePush.getState()
  if (id !== undefined) await client.remove_push_subscription({ id }).catch(ignoreMissing)
  keepPushState({ id: undefined })
  await (await ownSubscription())?.unsubscribe()
}

/** Tells the service what this browser wants to be notified of by now. */
export async function passOnChoices(): Promise<void> {
  const { id } = usePush.getState()
  if (id !== undefined) await client.change_push_subscription({ id, ...wishes() })
}

/**
 * Renews the subscription when the page opens: it ends at the service with the session, and at the push service whenever
 * that likes.
 */
export async function renewPush(): Promise<void> {
  if (Notification.permission === 'granted') await turnOnPush()
  else await turnOffPush()
}

function wishes(): PushChoices {
  const { people, alerts, held } = usePush.getState()
  const { level } = useChoices.getState()
  const language = document.documentElement.lang || 'en'
  return { level, people: people && [...people], muted: [...mutes.getState().muted], alerts, held, language }
}

const ownSubscription = async (): Promise<PushSubscription | null | undefined> =>
  (await navigator.serviceWorker?.getRegistration())?.pushManager.getSubscription()

const workerWithinMs = 10_000

/** Resolves with the active service worker. In a private window of some browsers there never is one. */
async function activeWorker(): Promise<ServiceWorkerRegistration> {
  await keepShell()
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error('There is no service worker.')), workerWithinMs)
  return Promise.race([navigator.serviceWorker.ready, late]).finally(() => clearTimeout(timer))
}

function ignoreMissing(error: unknown): void {
  if (!(error instanceof ClientError && error.status === 404)) throw error
}
