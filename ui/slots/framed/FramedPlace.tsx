/** One slot of a plugin that runs in a frame: the tree that it sent, or its own view if it has one. */
import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState, useSyncExternalStore } from 'react'
import type { PluginSlot } from '../../../src/contract/plugin-page.ts'
import type { Mount } from '../../../src/plugin-ui/protocol.ts'
import { asking } from '../../api/ask.ts'
import styles from '../Contributions.module.css'
import type { Place } from '../place.ts'
import { TreeView } from '../tree/TreeView.tsx'
import { TrustedPlace } from '../trusted/TrustedPlace.tsx'
import { FramedView } from './FramedView.tsx'
import type { FrameHost } from './frame-host.ts'
import { acquireFrameHost, releaseFrameHost } from './frame-hosts.ts'

interface Props {
  place: Place
  plugin: PluginSlot
}

export function FramedPlace({ place, plugin }: Props) {
  const element = useRef<HTMLDivElement>(null)
  const isSeen = useSeen(element)
  const host = useFrameHost(plugin, isSeen)
  const mount = useMount(place, plugin)
  const tree = useTree(host, mount)
  const hasView = useSyncExternalStore(host?.subscribe ?? silent, () => host?.hasView(place.slot) ?? false)
  const trusted = useSyncExternalStore(host?.subscribe ?? silent, () => host?.trustedIn(place.slot))
  const style = { minBlockSize: plugin.min_height }
  if (trusted !== undefined && mount !== undefined)
    return (
      <div className={styles.trusted} {...whose(plugin, place)}>
        <TrustedPlace trusted={trusted} mount={mount} />
      </div>
    )
  if (hasView) return <FramedView plugin={plugin} slot={place.slot} />
  return (
    <div ref={element} style={style} {...whose(plugin, place)}>
      {tree && mount && <TreeView node={tree} onUse={(handler, value) => host?.use(mount.id, handler, value)} />}
    </div>
  )
}

/** Attributes by which an uncaught failure is attributed to the slot that was used. */
const whose = ({ plugin }: PluginSlot, { slot }: Place) => ({ 'data-plugin': plugin, 'data-plugin-slot': slot })

const silent = () => () => undefined

/** True from the first time that the element is on the screen. */
function useSeen(element: React.RefObject<HTMLElement | null>): boolean {
  const [isSeen, setSeen] = useState(false)
  useEffect(() => {
    if (element.current === null) return
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true)
    })
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element])
  return isSeen
}

/** Opens the frame in a later task, so that the page renders first. */
function useFrameHost(plugin: PluginSlot, isSeen: boolean): FrameHost | undefined {
  const [host, setHost] = useState<FrameHost>()
  const key = `${plugin.plugin} ${plugin.version} ${plugin.lane}`
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new object for the same plugin must not open another frame
  useEffect(() => {
    if (!isSeen) return
    let held: FrameHost | undefined
    const whenIdle = setTimeout(() => {
      held = acquireFrameHost(plugin)
      setHost(held)
    })
    return () => {
      clearTimeout(whenIdle)
      if (held !== undefined) releaseFrameHost(plugin.plugin, held)
    }
  }, [key, isSeen])
  return host
}

function useMount(place: Place, plugin: PluginSlot): Mount | undefined {
  const own = useId()
  const handle = useHandle(place.slot === 'compose.extension' ? place.props.guid : '', plugin)
  const { slot } = place
  switch (slot) {
    case 'message.toolbar': {
      const { msgRowid, fromMe } = place.props
      return { id: `message.toolbar ${msgRowid}`, slot, props: { msgRowid, fromMe } }
    }
    case 'compose.extension':
      return handle === undefined ? undefined : { id: `${slot} ${handle}`, slot, props: { handle } }
    default:
      return { id: `${slot} ${own}`, slot, props: {} }
  }
}

/** In a frame, the handle is an id that has no meaning elsewhere. */
function useHandle(guid: string, { plugin: name, lane }: PluginSlot): string | undefined {
  const isNeeded = guid !== ''
  const opaque = useQuery({
    ...asking('plugin_conversation', { name, guid }),
    enabled: isNeeded && lane === 'frame',
  })
  const real = useQuery({ ...asking('get_conversation', { guid }), enabled: isNeeded && lane === 'page' })
  return lane === 'frame' ? opaque.data?.conversation_id : real.data?.handle
}

function useTree(host: FrameHost | undefined, mount: Mount | undefined) {
  const id = mount?.id
  // biome-ignore lint/correctness/useExhaustiveDependencies: the id identifies the mount
  useEffect(() => (host && mount ? host.want(mount) : undefined), [host, id])
  return useSyncExternalStore(host?.subscribe ?? silent, () => (id === undefined ? undefined : host?.treeOf(id)))
}
