/**
 * Moves the focus between the regions of the page with F6: all visible elements with `data-region`, each at its last
 * focused element.
 */

const lastFocus = new WeakMap<Element, HTMLElement>()

document.addEventListener('focusin', ({ target }) => {
  const region = target instanceof HTMLElement ? target.closest('[data-region]') : null
  if (region !== null) lastFocus.set(region, target as HTMLElement)
})

export function goToRegion(by: 1 | -1): void {
  const regions = [...document.querySelectorAll<HTMLElement>('[data-region]')].filter((one) =>
    one.checkVisibility({ visibilityProperty: true }),
  )
  const here = regions.findLastIndex((region) => region.contains(document.activeElement))
  const start = here === -1 && by === -1 ? 0 : here
  enter(regions[(start + by + regions.length) % regions.length])
}

function enter(region: HTMLElement | undefined): void {
  if (region === undefined) return
  const last = lastFocus.get(region)
  if (last?.isConnected && region.contains(last)) last.focus()
  if (region.contains(document.activeElement) && document.activeElement !== document.body) return
  const first = region.querySelector<HTMLElement>(
    '[data-guid][tabindex="0"], h1[tabindex], a[href], button, input, textarea',
  )
  if (first !== null) first.focus()
  else region.focus()
}
