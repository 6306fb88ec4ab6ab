/** Focuses the first field with a problem. */
import { t } from '../catalogue/texts.ts'
import { announce } from '../state/announcements.ts'

/** Waits until the problem has been rendered. */
export function focusFirstProblem(count: number): void {
  announce(t('forms.wrong', { count }))
  requestAnimationFrame(() => {
    const field = document.querySelector<HTMLElement>('#main [aria-invalid="true"]')
    field?.focus()
    field?.scrollIntoView({ block: 'center' })
  })
}
