/**
 * `#web.port` at the end of the address leads to that field: it is scrolled to, focused, and outlined until the focus
 * leaves it.
 */
import { useEffect } from 'react'
import { useLocationProperty } from 'wouter/use-browser-location'
import { decodedPart } from '../routes.ts'

/** Waits this long for a field that must be fetched first. */
const patienceMs = 5_000

const fieldNow = (): string => decodedPart(location.hash.slice(1))

/** Follows the address whenever it changes to one that names a field. */
export function useFieldInAddress(): void {
  const place = useLocationProperty(() => `${location.pathname}${location.hash}`)
  useEffect(() => {
    if (place.includes('#') && fieldNow() !== '') return leadTo(fieldNow())
  }, [place])
}

/** Leads to the field now, or as soon as it is rendered. */
export function leadTo(place: string): () => void {
  let frame = 0
  // Runs after all other code that moves the focus when the address changes.
  const attempt = () => {
    const field = document.getElementById(place)
    if (field === null) return
    stop()
    frame = requestAnimationFrame(() => show(field))
  }
  const observer = new MutationObserver(attempt)
  const timer = setTimeout(() => stop(), patienceMs)
  const stop = () => {
    observer.disconnect()
    clearTimeout(timer)
    cancelAnimationFrame(frame)
  }
  observer.observe(document.body, { childList: true, subtree: true })
  attempt()
  return stop
}

const controls = 'input, select, textarea, [role="switch"]'

function show(field: HTMLElement): void {
  const isControl = field.matches(controls)
  const control = isControl ? field : (field.querySelector<HTMLElement>(controls) ?? firstButton(field))
  field.scrollIntoView({ block: 'center' })
  control?.focus({ preventScroll: true })
  field.dataset.found = ''
  const end = ({ relatedTarget }: FocusEvent) => {
    if (field.contains(relatedTarget as Node | null)) return
    delete field.dataset.found
    field.removeEventListener('focusout', end)
  }
  field.addEventListener('focusout', end)
}

const firstButton = (field: HTMLElement) => field.querySelector<HTMLElement>('button, a[href], [tabindex]')
