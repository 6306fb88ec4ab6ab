/** Shows a plugin's frame itself, as high as the frame reports. */
import { useEffect, useRef, useState } from 'react'
import type { PluginSlot } from '../../../src/contract/plugin-page.ts'
import type { SlotName } from '../../../src/contract/plugin-slots.ts'
import { limits } from '../../../src/plugin-ui/protocol.ts'
import styles from '../Contributions.module.css'
import type { Failure } from '../failures.ts'
import { answerCall } from '../page-calls.ts'
import { pluginFailed } from '../plugin-states.ts'
import { openFrame } from './frame-port.ts'

export function FramedView({ plugin, slot }: { plugin: PluginSlot; slot: SlotName }) {
  const element = useRef<HTMLDivElement>(null)
  const [height, setHeight] = useState<number>(plugin.min_height)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the frame stays while the plugin is the same
  useEffect(() => {
    const into = element.current
    if (into === null) return
    const fail = (kind: Failure['kind'], detail: string) => pluginFailed(plugin.plugin, { kind, slot, detail })
    const port = openFrame({
      ...{ plugin, view: slot, into, className: styles.view, onFailure: fail },
      onMessage(message) {
        if (message.type === 'height') setHeight(Math.max(plugin.min_height, Math.min(message.pixels, limits.height)))
        if (message.type === 'failed') fail('crashed', message.reason)
        if (message.type !== 'call') return
        const { call, method, args } = message
        // The focus within the frame shows that somebody is using it.
        const isAsked = into.contains(document.activeElement)
        answerCall({ plugin, method, args, isAsked, sees: () => false }).then(
          (value) => port.send({ type: 'answer', call, value: value ?? null }),
          ({ code = 'internal', message: reason }: { code?: string; message: string }) =>
            port.send({ type: 'refusal', call, code, reason }),
        )
      },
    })
    return port.close
  }, [plugin.plugin, plugin.version, slot])
  return <div ref={element} style={{ blockSize: height }} />
}
