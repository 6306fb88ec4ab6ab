/** All pending sends, in their order: in memory to be drawn, in the browser's database for a reload, and told to its other tabs. */
import { clear, createStore, del, get, set, type UseStore, values } from 'idb-keyval'
import { create } from 'zustand'
import { type PendingSend, pendingOf, type Written } from './outbox.ts'
import { type Happening, hasLanded, next } from './transitions.ts'

interface Outbox {
  pending: readonly PendingSend[]
}

type Told = { put: PendingSend } | { drop: string } | 'cleared'

export const useOutbox = create<Outbox>(() => ({ pending: [] }))
const otherTabs = new BroadcastChannel('outbox')
let opened: UseStore | undefined
const onDisk = (): UseStore => {
  opened ??= createStore('outbox', 'sends')
  return opened
}
/** One after the other, so that what is read has been written. */
let written: Promise<unknown> = Promise.resolve()
/** Some browsers deny a database in private windows; then it all lasts as long as the tab. */
let isDenied = false

function write(change: () => Promise<unknown>): Promise<unknown> {
  written = written.then(change).catch(() => {
    isDenied = true
  })
  return written
}

otherTabs.onmessage = ({ data }: MessageEvent<Told>) => {
  if (data === 'cleared') useOutbox.setState({ pending: [] })
  else if ('put' in data) show(data.put)
  else hide(data.drop)
}

/** What earlier pages of this browser left behind. */
export const outboxLoaded: Promise<void> = values<PendingSend>(onDisk())
  .then((found) => {
    for (const one of found) if (pendingWith(one.clientId) === undefined) show(one)
  })
  .catch(() => {
    isDenied = true
  })

export const pendingWith = (clientId: string): PendingSend | undefined =>
  useOutbox.getState().pending.find((one) => one.clientId === clientId)

function show(one: PendingSend): void {
  const others = useOutbox.getState().pending.filter(({ clientId }) => clientId !== one.clientId)
  useOutbox.setState({ pending: [...others, one].sort((a, b) => a.place - b.place) })
}

const hide = (clientId: string): void =>
  useOutbox.setState(({ pending }) => ({ pending: pending.filter((one) => one.clientId !== clientId) }))

function put(one: PendingSend): void {
  show(one)
  otherTabs.postMessage({ put: one } satisfies Told)
  // What has landed is found in Messages, and need not be kept here.
  void write(() => (hasLanded(one) ? del(one.clientId, onDisk()) : set(one.clientId, one, onDisk())))
}

export function drop(clientId: string): void {
  hide(clientId)
  otherTabs.postMessage({ drop: clientId } satisfies Told)
  void write(() => del(clientId, onDisk()))
}

/** Shown at once; it goes when its turn has come. */
export function submit(message: Written): PendingSend {
  const nowMs = Date.now()
  const last = useOutbox.getState().pending.at(-1)?.place ?? 0
  const one = pendingOf(message, { id: newKey(), nowMs, place: Math.max(nowMs, last + 1) })
  put(one)
  return one
}

export function happen(clientId: string, happening: Happening): void {
  const one = pendingWith(clientId)
  if (one === undefined) return
  const after = next(one, happening, Date.now())
  // How far an upload is matters to this tab alone.
  if (happening.is === 'progressed' || happening.is === 'claimed' || happening.is === 'unclaimed') show(after)
  else put(after)
}

/** By the person: once more, under whichever key is safe. */
export const repeat = (clientId: string): void => happen(clientId, { is: 'repeated', newKey: newKey() })

/** As the database has it, after another tab may have been at work; undefined when it is gone from there. */
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
  otherTabs.postMessage('cleared' satisfies Told)
  await write(() => clear(onDisk()))
}

/** `crypto.randomUUID` is there on https and localhost alone. */
const newKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
