/** Opens the menu of a message on right click or long press. */
import type { MouseEvent } from 'react'
import type { Message } from '../../../src/contract/message.ts'
import { useLongPress } from '../../kit/use-long-press.ts'
import { useOpenAction } from './open-action.ts'

export function useMenuOpening(message: Message) {
  const act = useOpenAction()
  const { onContextMenu, ...press } = useLongPress((at) => act({ what: 'menu', message, at }))
  return {
    ...press,
    onContextMenu: (event: MouseEvent<HTMLElement>) => {
      if (!isForBrowser(event)) onContextMenu(event)
    },
  }
}

/**
 * Whether the browser's own menu is to open: it is more useful on links, media and selected text, and touch has no
 * other menu than ours.
 */
function isForBrowser({ nativeEvent, target }: MouseEvent<HTMLElement>): boolean {
  if (nativeEvent instanceof PointerEvent && nativeEvent.pointerType === 'touch') return false
  const isMore = target instanceof Element && target.closest('a[href], img, video, audio') !== null
  return isMore || getSelection()?.isCollapsed === false
}
