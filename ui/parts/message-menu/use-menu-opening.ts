/** The menu of a message by the second button of a mouse, or by a finger that stays where it is. */
import type { MouseEvent } from 'react'
import type { Message } from '../../../src/contract/message.ts'
import { useLongPress } from '../../kit/use-long-press.ts'
import { useAct } from './act.ts'

export function useMenuOpening(message: Message) {
  const act = useAct()
  const { onContextMenu, ...press } = useLongPress((at) => act({ what: 'menu', message, at }))
  return {
    ...press,
    onContextMenu: (event: MouseEvent<HTMLElement>) => {
      if (!isForBrowser(event)) onContextMenu(event)
    },
  }
}

/** With links, media and what is selected the browser does more than this page could; fingers have no other menu than this. */
function isForBrowser({ nativeEvent, target }: MouseEvent<HTMLElement>): boolean {
  if (nativeEvent instanceof PointerEvent && nativeEvent.pointerType === 'touch') return false
  const isMore = target instanceof Element && target.closest('a[href], img, video, audio') !== null
  return isMore || getSelection()?.isCollapsed === false
}
