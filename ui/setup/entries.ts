/** A list of people with a button for each, and a form that adds to it. */
import { errorText } from '../api/error-text.ts'
import { t } from '../catalogue/texts.ts'
import { button, card, field, inputClass } from './controls.ts'
import { element } from './element.ts'

export interface Entry {
  name: string
  /** Shown beside the name where it differs. */
  handle?: string
  remove?(): void
  add?(): void
}

export const entryList = (entries: readonly Entry[], otherwise: string): HTMLElement =>
  entries.length === 0 ? element('p', { class: 'quiet' }, otherwise) : card('ul', {}, ...entries.map(entryRow))

const entryRow = ({ name, handle, remove, add }: Entry): HTMLElement =>
  element(
    'li',
    { class: 'line' },
    element(
      'span',
      { class: 'who' },
      element('bdi', {}, name),
      handle !== undefined && handle !== name && element('bdi', { class: 'quiet', dir: 'ltr' }, handle),
    ),
    add && named(button(t('setup.add'), add), `${t('setup.add')}: ${name}`),
    remove && named(button('×', remove, { kind: 'quiet' }), t('setup.remove', { name })),
  )

const named = (control: HTMLElement, name: string): HTMLElement => {
  control.setAttribute('aria-label', name)
  return control
}

interface Adding {
  label: string
  id: string
  add(value: string): Promise<void>
  oninput?(value: string): void
}

/** Submits on Enter as well, and shows errors below the field. */
export function addForm({ label, id, add, oninput }: Adding): HTMLFormElement {
  const input = element('input', {
    id,
    class: inputClass,
    type: 'text',
    autocomplete: 'off',
    spellcheck: 'false',
    dir: 'auto',
    oninput: () => oninput?.(input.value),
  })
  const { row, complain } = field(input, { label, beside: button(t('setup.add'), undefined, { type: 'submit' }) })
  const submit = async (event: Event) => {
    event.preventDefault()
    complain()
    if (input.value.trim() === '') return
    try {
      await add(input.value.trim())
      input.value = ''
      oninput?.('')
    } catch (error) {
      complain(errorText(error))
    }
    input.focus()
  }
  return element('form', { onsubmit: (event) => void submit(event) }, row)
}
