/** Shows one slot of a plugin: a frame as large as the plugin's drawing, open while somebody can see it. */
import { useQuery } from '@tanstack/react-query'
import { type RefObject, useEffect, useRef, useState } from 'react'
import type { PluginSlot } from '../../src/contract/plugin-page.ts'
import { limits } from '../../src/plugin-ui/protocol.ts'
import { asking } from '../api/ask.ts'
import styles from './Contributions.module.css'
import { openFrames } from './open-frames.ts'
import { pluginFailed } from './plugin-states.ts'

/** The values that the page knows at the slot. */
interface PageProps {
  'sidebar.panel': Record<never, never>
  'message.toolbar': { msgRowid: number; fromMe: boolean }
  /** `insert` puts text at the caret. */
  'compose.extension': { guid: string; insert?: (text: string) => void }
  'settings.page': Record<never, never>
}

export type FilledSlot = { [S in keyof PageProps]: { slot: S; props: PageProps[S] } }[keyof PageProps]

/** The pointer crosses many messages on its way; a frame opens where it rests. */
const restMs = 100

export function SlotFrame({ filled, plugin }: { filled: FilledSlot; plugin: PluginSlot }) {
  const { slot } = filled
  const isToolbar = slot === 'message.toolbar'
  const element = useRef<HTMLDivElement>(null)
  const isOpen = useSeen(element, isToolbar ? 'now' : 'once')
  const props = useFrameProps(filled, plugin.plugin)
  const [size, setSize] = useState({ width: 0, height: 0 })
  const key = `${plugin.plugin} ${plugin.version} ${JSON.stringify(props)}`
  // biome-ignore lint/correctness/useExhaustiveDependencies: new objects for the same plugin must not open another frame
  useEffect(() => {
    const into = element.current
    if (into === null || !isOpen || props === undefined) return
    let close = () => {}
    const timer = setTimeout(
      () => {
        close = openFrames.open({
          plugin,
          slot,
          props,
          into,
          className: styles.frame ?? '',
          onSize: setSize,
          onFailure: (kind, detail) => pluginFailed(plugin.plugin, { kind, slot, detail }),
        })
      },
      isToolbar ? restMs : 0,
    )
    return () => {
      clearTimeout(timer)
      close()
      setSize({ width: 0, height: 0 })
    }
  }, [key, isOpen])
  const style = {
    blockSize: Math.max(plugin.min_height, Math.min(size.height, limits.height)),
    ...(isToolbar && { inlineSize: Math.min(size.width, limits.toolbarWidth) }),
  }
  return <div ref={element} className={styles.drawing} style={style} data-drawn={size.height > 0 || undefined} />
}

/** Whether the element is on the screen now, or was once. */
function useSeen(element: RefObject<HTMLElement | null>, when: 'now' | 'once'): boolean {
  const [isSeen, setSeen] = useState(false)
  useEffect(() => {
    if (element.current === null) return
    const observer = new IntersectionObserver((entries) => {
      const isIntersecting = entries.at(-1)?.isIntersecting === true
      setSeen((wasSeen) => isIntersecting || (when === 'once' && wasSeen))
    })
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element, when])
  return isSeen
}

/** Undefined until the service has said under which id the plugin knows the conversation. */
function useFrameProps(filled: FilledSlot, name: string): Readonly<Record<string, unknown>> | undefined {
  const guid = filled.slot === 'compose.extension' ? filled.props.guid : ''
  const { data } = useQuery({ ...asking('plugin_conversation', { name, guid }), enabled: guid !== '' })
  if (filled.slot !== 'compose.extension') return filled.props
  return data && { handle: data.conversation_id }
}
