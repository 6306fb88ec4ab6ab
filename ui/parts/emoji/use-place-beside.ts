/** Opens a panel above its opener, or below it where there is no room; as a sheet its styles say where it is. */
import { type RefObject, useLayoutEffect } from 'react'

interface Placing {
  panel: RefObject<HTMLElement | null>
  opener: RefObject<HTMLElement | null>
  isSheet: boolean
}

const gap = 8

export function usePlaceBeside({ panel, opener, isSheet }: Placing): void {
  useLayoutEffect(() => {
    const element = panel.current
    const around = opener.current?.getBoundingClientRect()
    if (element === null) return
    if (!element.matches(':popover-open')) element.showPopover()
    if (isSheet || around === undefined) {
      element.style.removeProperty('left')
      element.style.removeProperty('top')
      return
    }
    const { width, height } = element.getBoundingClientRect()
    const above = around.top - gap - height
    const below = Math.min(around.bottom + gap, innerHeight - gap - height)
    element.style.top = `${Math.max(gap, above < gap ? below : above)}px`
    element.style.left = `${Math.max(gap, Math.min(around.right - width, innerWidth - gap - width))}px`
  }, [panel, opener, isSheet])
}
