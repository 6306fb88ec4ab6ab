/** Unsent texts, one for each conversation: stored in this browser and shared by all of its tabs. */
import { clear, createStore, del, entries, set, type UseStore } from 'idb-keyval'
import { create } from 'zustand'
import { type DraftPlace, foundAt } from './found-at.ts'

export interface Draft {
  text: string
  caret: number
}

interface Drafts {
  /** Drafts by the GUID of the conversation. */
  drafts: ReadonlyMap<string, Draft>
  isLoaded: boolean
}

type TabMessage = { guid: string; draft: Draft | undefined } | 'cleared'

const useDraftStore = create<Drafts>(() => ({ drafts: new Map(), isLoaded: false }))
const otherTabs = new BroadcastChannel('drafts')
let opened: UseStore | undefined
const onDisk = (): UseStore => {
  opened ??= createStore('drafts', 'texts')
  return opened
}

/** Ignores a missing database, which some browsers deny in private windows: drafts then last as long as the tab. */
const perhaps = (done: Promise<unknown>): Promise<void> => done.then(() => undefined).catch(() => undefined)

const loaded = perhaps(
  entries<string, Draft>(onDisk()).then((found) =>
    useDraftStore.setState(({ drafts }) => ({ drafts: new Map([...found, ...drafts]) })),
  ),
).then(() => useDraftStore.setState({ isLoaded: true }))

otherTabs.onmessage = ({ data }: MessageEvent<TabMessage>) => {
  if (data === 'cleared') return useDraftStore.setState({ drafts: new Map() })
  show(data.guid, data.draft)
  // The tab in which it was written may be closed before it has stored the draft.
  write(data.guid, data.draft)
}

const write = (guid: string, draft: Draft | undefined): void =>
  void loaded.then(() => perhaps(draft === undefined ? del(guid, onDisk()) : set(guid, draft, onDisk())))

function show(guid: string, draft: Draft | undefined): void {
  const drafts = new Map(useDraftStore.getState().drafts)
  if (draft === undefined) drafts.delete(guid)
  else drafts.set(guid, draft)
  useDraftStore.setState({ drafts })
}

export const draftOf = (guid: string): Draft | undefined => useDraftStore.getState().drafts.get(guid)

export const useDraft = (guid: string): Draft | undefined => useDraftStore(({ drafts }) => drafts.get(guid))

/** Moves what was written at another address of the person to the conversation, where it can be continued. */
export async function gatherDraft(place: DraftPlace): Promise<void> {
  await loaded
  const [from, draft] = foundAt(useDraftStore.getState().drafts, place) ?? []
  if (from === undefined || draft === undefined || from === place.guid) return
  keepDraft(place.guid, draft)
  keepDraft(from, { text: '', caret: 0 })
}

/** Maps GUIDs to texts. */
export function useDrafts(): ReadonlyMap<string, string> {
  const drafts = useDraftStore((state) => state.drafts)
  return textsOf(drafts)
}

const texts = new WeakMap<ReadonlyMap<string, Draft>, ReadonlyMap<string, string>>()

/** Returns the same map for the same drafts, which avoids needless renders. */
function textsOf(drafts: ReadonlyMap<string, Draft>): ReadonlyMap<string, string> {
  const known = texts.get(drafts) ?? new Map([...drafts].map(([guid, { text }]) => [guid, text]))
  texts.set(drafts, known)
  return known
}

/** An empty text removes the draft. */
export function keepDraft(guid: string, draft: Draft): void {
  const kept = draft.text.trim() === '' ? undefined : draft
  const known = draftOf(guid)
  if (kept?.text === known?.text && kept?.caret === known?.caret) return
  show(guid, kept)
  otherTabs.postMessage({ guid, draft: kept } satisfies TabMessage)
  write(guid, kept)
}

/** Called at the end of a session, so that no draft stays in this browser. */
export async function clearDrafts(): Promise<void> {
  useDraftStore.setState({ drafts: new Map() })
  otherTabs.postMessage('cleared' satisfies TabMessage)
  await perhaps(clear(onDisk()))
}
