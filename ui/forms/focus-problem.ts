/** Leads to the first field that something is wrong with. */
import { t } from '../catalogue/texts.ts'
import { announce } from '../state/announcements.ts'

/** Once it has been drawn. */
export function focusFirstProblem(count: number): void {
  announce(t('forms.wrong', { count }))
  requestAnimationFrame(() => {
    const field = document.querySelector<HTMLElement>('#main [aria-invalid="true"]')
    field?.focus()
    field?.scrollIntoView({ block: 'center' })
  })
}
