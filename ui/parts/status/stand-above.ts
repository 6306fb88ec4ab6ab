/** Puts a panel above what opens it: beginning where that begins, and inside the window. */
const gap = 8

export function standAbove(panel: HTMLElement, opener: HTMLElement | null): void {
  if (opener === null) return
  const { left, right, top } = opener.getBoundingClientRect()
  const start = getComputedStyle(opener).direction === 'rtl' ? innerWidth - right : left
  panel.style.insetInlineStart = `${Math.max(gap, start)}px`
  panel.style.insetBlockEnd = `${innerHeight - top + gap}px`
}
