/**
 * Runs one frame for each plugin, which renders trees for all its slots; new mounts are sent in one batch for each
 * animation frame.
 */
import type { PluginSlot } from '../../../src/contract/plugin-page.ts'
import { pluginSlots, type SlotName } from '../../../src/contract/plugin-slots.ts'
import { type FromFrame, limits, type Mount } from '../../../src/plugin-ui/protocol.ts'
import type { Failure } from '../failures.ts'
import { answerCall } from '../page-calls.ts'
import { pluginFailed } from '../plugin-states.ts'
import { checkTree, type SafeNode } from '../tree/check-tree.ts'
import { openInPage } from '../trusted/in-page.ts'
import type { Trusted } from '../trusted/TrustedPlace.tsx'
import { perSecond } from './frame-message.ts'
import { openFrame } from './frame-port.ts'

export interface FrameHost {
  /** Renders there until the returned function is called; the tree of a message is kept for when it is seen again. */
  want(mount: Mount): () => void
  treeOf(id: string): SafeNode | null | undefined
  /** What a plugin that runs within the page renders itself in this slot. */
  trustedIn(slot: SlotName): Trusted | undefined
  /** Whether the plugin renders the slot itself, once it has reported that. */
  hasView(slot: SlotName): boolean
  subscribe(listener: () => void): () => void
  use(id: string, handler: number, value: unknown): void
  close(): void
}

const mostKept = 1_000

export function openFrameHost(plugin: PluginSlot): FrameHost {
  const name = plugin.plugin
  const [mounts, trees] = [new Map<string, Mount>(), new Map<string, SafeNode | null>()]
  const listeners = new Set<() => void>()
  const mayUpdate = perSecond(limits.updatesPerSecond, () => performance.now())
  const drawnByItself = new Map<SlotName, Trusted>()
  let waiting: Mount[] = []
  let views: readonly string[] = []
  let isReady = false
  let usedAt = Number.NEGATIVE_INFINITY

  const told = (): void => listeners.forEach((listener) => void listener())
  /** A slot that fails is not rendered until it is retried; the frame continues with the others. */
  const fail = (failure: Failure): void => {
    if (failure.slot === undefined) close()
    for (const { id, slot } of [...mounts.values()]) if (slot === failure.slot) forget(id)
    pluginFailed(name, failure)
  }
  const onMessage = (message: FromFrame): void => {
    if (message.type === 'ready') {
      isReady = true
      views = message.views
      flush()
      told()
    }
    if (message.type === 'trees') for (const entry of message.trees) put(entry)
    if (message.type === 'failed') fail({ kind: 'crashed', slot: slotOf(message.slot), detail: message.reason })
    if (message.type === 'call') answer(message)
  }
  const put = ({ mount: id, tree }: { mount: string; tree: unknown }): void => {
    const mount = mounts.get(id)
    if (mount === undefined) return
    const { slot } = mount
    const checked = checkTree(tree)
    if (!mayUpdate(id)) fail({ kind: 'too_often', slot, detail: 'more than 60 drawings in a second' })
    else if ('breach' in checked) fail({ kind: 'too_much', slot, detail: checked.breach })
    else {
      trees.set(id, checked.tree)
      told()
    }
  }
  const answer = ({ call, method, args }: Extract<FromFrame, { type: 'call' }>): void => {
    const isTrusted = plugin.lane === 'page'
    const isAsked = isTrusted || performance.now() - usedAt < askedForMs
    const sees = (rowid: unknown) => isTrusted || mounts.has(`message.toolbar ${rowid}`)
    answerCall({ plugin, method, args, isAsked, sees }).then(
      (value) => port.send({ type: 'answer', call, value: value ?? null }),
      ({ code = 'internal', message }: { code?: string; message: string }) =>
        port.send({ type: 'refusal', call, code, reason: message }),
    )
  }
  const flush = (): void => {
    if (!isReady || waiting.length === 0) return
    port.send({ type: 'mount', mounts: waiting })
    waiting = []
  }
  const close = (): void => port.close()
  const open = plugin.lane === 'page' ? openInPage : openFrame
  const port = open({
    ...{ plugin, view: null, into: document.body, onMessage },
    onFailure: (kind, detail) => pluginFailed(name, { kind, slot: undefined, detail }),
  })

  const forget = (id: string): void => {
    mounts.delete(id)
    trees.delete(id)
    waiting = waiting.filter((mount) => mount.id !== id)
    port.send({ type: 'unmount', ids: [id] })
  }
  return {
    want(mount) {
      if (!mounts.has(mount.id)) {
        mounts.set(mount.id, mount)
        if (waiting.push(mount) === 1) requestAnimationFrame(flush)
      }
      const [oldest] = mounts.keys()
      if (mounts.size > mostKept && oldest !== undefined) forget(oldest)
      return () => {
        if (mount.slot !== 'message.toolbar') forget(mount.id)
      }
    },
    treeOf: (id) => trees.get(id),
    trustedIn(slot) {
      if (port.trusted === undefined) return undefined
      const { registered, host } = port.trusted
      const [Component, draw] = [registered.components.get(slot), registered.views.get(slot)]
      if (Component === undefined && draw === undefined) return undefined
      const known = drawnByItself.get(slot) ?? { Component: Component as Trusted['Component'], draw, host }
      drawnByItself.set(slot, known)
      return known
    },
    hasView: (slot) => views.includes(slot),
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    use(id, handler, value) {
      usedAt = performance.now()
      port.send({ type: 'event', mount: id, handler, value })
    },
    close,
  }
}

/** For this long after somebody used one of its controls, the plugin's actions count as requested. */
const askedForMs = 10_000

const slotOf = (name: string | null): SlotName | undefined => pluginSlots.find((slot) => slot === name)
