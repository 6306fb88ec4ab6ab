/**
 * Stores all pending sends in order: in memory for rendering, in the browser's database across reloads, and shared with
 * its other tabs.
 */
import { clear, createStore, del, get, set, type UseStore, values } from 'idb-keyval'
import { create } from 'zustand'
import { hasLanded, type PendingSend, pendingOf, type Written } from './outbox.ts'

interface Outbox {
  pending: readonly PendingSend[]
}

type TabMessage = { put: PendingSend } | { drop: string } | 'cleared'

export const useOutbox = create<Outbox>(() => ({ pending: [] }))
const otherTabs = new BroadcastChannel('outbox')
let opened: UseStore | undefined
const onDisk = (): UseStore => {
  opened ??= createStore('outbox', 'sends')
  return opened
}
/** Runs writes one after the other, so that reads see all of them. */
let written: Promise<unknown> = Promise.resolve()
/** Some browsers deny a database in private windows; then the outbox lasts as long as the tab. */
let isDenied = false

function write(change: () => Promise<unknown>): Promise<unknown> {
  written = written.then(change).catch(() => {
    isDenied = true
  })
  return written
}

otherTabs.onmessage = ({ data }: MessageEvent<TabMessage>) => {
  if (data === 'cleared') useOutbox.setState({ pending: [] })
  else if ('put' in data) show(data.put)
  else hide(data.drop)
}

/** Loads what earlier pages of this browser have stored. */
export const outboxLoaded: Promise<void> = values<PendingSend>(onDisk())
  .then((found) => {
    for (const one of found) if (pendingWith(one.clientId) === undefined) show(one)
  })
  .catch(() => {
    isDenied = true
  })

export const pendingWith = (clientId: string): PendingSend | undefined =>
  useOutbox.getState().pending.find((one) => one.clientId === clientId)

/** Changes it in this tab only. */
export function show(one: PendingSend): void {
  const others = useOutbox.getState().pending.filter(({ clientId }) => clientId !== one.clientId)
  useOutbox.setState({ pending: [...others, one].sort((a, b) => a.place - b.place) })
}

const hide = (clientId: string): void =>
  useOutbox.setState(({ pending }) => ({ pending: pending.filter((one) => one.clientId !== clientId) }))

/** Changes it in all tabs and in the database. */
export function put(one: PendingSend): void {
  show(one)
  otherTabs.postMessage({ put: one } satisfies TabMessage)
  // A send that has landed is in Messages and need not be stored here.
  void write(() => (hasLanded(one) ? del(one.clientId, onDisk()) : set(one.clientId, one, onDisk())))
}

export function drop(clientId: string): void {
  hide(clientId)
  otherTabs.postMessage({ drop: clientId } satisfies TabMessage)
  void write(() => del(clientId, onDisk()))
}

/** Shows the send at once; it is sent when its turn comes. */
export function submit(message: Written): PendingSend {
  const nowMs = Date.now()
  const last = useOutbox.getState().pending.at(-1)?.place ?? 0
  const one = pendingOf(message, { id: newKey(), nowMs, place: Math.max(nowMs, last + 1) })
  put(one)
  return one
}

/** Reads the send from the database, which another tab may have changed; undefined when it is gone. */
export async function stored(clientId: string): Promise<PendingSend | undefined> {
  await written
  if (isDenied) return pendingWith(clientId)
  const found = await get<PendingSend>(clientId, onDisk()).catch(() => pendingWith(clientId))
  if (found === undefined) hide(clientId)
  else show(found)
  return found
}

export async function clearOutbox(): Promise<void> {
  useOutbox.setState({ pending: [] })
  otherTabs.postMessage('cleared' satisfies TabMessage)
  await write(() => clear(onDisk()))
}

/** `crypto.randomUUID` exists only on https and localhost. */
export const newKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
