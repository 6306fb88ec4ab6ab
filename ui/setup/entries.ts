/** A list of people with a button for each, and a form that adds to it. */
import { messageOf } from '../../src/base/errors.ts'
import { element } from './element.ts'
import { button } from './frame.ts'
import { say } from './texts.ts'

export interface Entry {
  name: string
  /** Shown beside the name where it differs. */
  handle?: string
  remove?(): void
  add?(): void
}

export const entryList = (entries: readonly Entry[], otherwise: string): HTMLElement =>
  entries.length === 0
    ? element('p', { class: 'quiet' }, otherwise)
    : element('ul', { class: 'card entries' }, ...entries.map(entryRow))

const entryRow = ({ name, handle, remove, add }: Entry): HTMLElement => {
  const removing = remove && button('×', remove, { kind: 'quiet' })
  removing?.setAttribute('aria-label', say('setup.remove', { name }))
  const adding = add && button(say('setup.add'), add)
  adding?.setAttribute('aria-label', `${say('setup.add')}: ${name}`)
  return element(
    'li',
    {},
    element(
      'span',
      { class: 'who' },
      element('bdi', {}, name),
      handle !== undefined && handle !== name && quiet(handle),
    ),
    adding,
    removing,
  )
}

const quiet = (handle: string): HTMLElement => element('bdi', { class: 'quiet', dir: 'ltr' }, handle)

interface Adding {
  label: string
  id: string
  add(value: string): Promise<void>
  oninput?(value: string): void
}

/** Submits on Enter as well, and shows errors below the field. */
export function addForm({ label, id, add, oninput }: Adding): HTMLFormElement {
  const input = element('input', {
    ...{ id, type: 'text', autocomplete: 'off', spellcheck: 'false', dir: 'auto', 'aria-describedby': `${id}-problem` },
    oninput: () => oninput?.(input.value),
  })
  const problem = element('p', { id: `${id}-problem`, class: 'problem', role: 'alert' })
  const submit = async (event: Event) => {
    event.preventDefault()
    problem.textContent = ''
    if (input.value.trim() === '') return
    try {
      await add(input.value.trim())
      input.value = ''
      oninput?.('')
    } catch (error) {
      problem.textContent = messageOf(error)
    }
    input.focus()
  }
  return element(
    'form',
    { class: 'adding', onsubmit: (event) => void submit(event) },
    element('label', { for: id }, label),
    element('div', {}, input, element('button', { type: 'submit', class: 'button plain' }, say('setup.add'))),
    problem,
  )
}
