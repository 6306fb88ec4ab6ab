/**
 * The kit's controls in plain DOM, with the kit's own styles: React alone would weigh more than the setup page may.
 */
import { t } from '../catalogue/texts.ts'
import buttons from '../kit/Button.module.css'
import choices from '../kit/Choice.module.css'
import { toClipboard } from '../kit/clipboard.ts'
import fields from '../kit/Field.module.css'
import frames from '../kit/PageFrame.module.css'
import sheet from '../kit/sheet.module.css'
import { element } from './element.ts'

export const inputClass = fields.input

interface ButtonLook {
  kind?: 'primary' | 'plain' | 'quiet'
  type?: 'button' | 'submit'
}

export const button = (
  text: string,
  onclick?: (event: Event) => void,
  { kind = 'plain', type = 'button' }: ButtonLook = {},
): HTMLButtonElement =>
  element('button', { type, class: `${buttons.button} ${buttons[kind]} ${buttons.regular}`, onclick }, text)

export const heading = (title: string, lead: string): HTMLElement =>
  element(
    'header',
    { class: frames.header },
    element('h1', { tabindex: -1 }, title),
    element('p', { class: frames.lead }, lead),
  )

export const section = (title: string, ...children: readonly (Node | false)[]): HTMLElement =>
  element('section', { class: frames.section }, element('h2', {}, title), ...children)

/** Rows with hairlines between them, in a frame. */
export const card = <K extends 'div' | 'fieldset' | 'ol' | 'ul'>(
  name: K,
  properties: Record<string, string | boolean> = {},
  ...rows: readonly (Node | false)[]
): HTMLElementTagNameMap[K] =>
  element(name, { ...properties, class: `${sheet.sheet} ${frames.card} ${properties.class ?? ''}` }, ...rows)

export interface ShownField {
  row: HTMLElement
  /** Shows what is wrong, or nothing any more. */
  complain(problem?: string): void
}

/** Ties a control to its label, its hint and its problem; `beside` stands on its line. */
export function field(
  control: HTMLInputElement | HTMLSelectElement,
  { label, hint, beside }: { label: string; hint?: string | undefined; beside?: HTMLElement },
): ShownField {
  const { id } = control
  const problem = element('p', { id: `${id}-problem`, class: fields.problem, role: 'alert' })
  control.setAttribute('aria-describedby', `${hint === undefined ? '' : `${id}-hint `}${id}-problem`)
  const row = element(
    'div',
    { class: fields.field },
    element('label', { for: id }, label),
    element('div', { class: 'line' }, control, beside),
    hint !== undefined && element('p', { id: `${id}-hint`, class: fields.hint }, hint),
    problem,
  )
  return {
    row,
    complain(text = '') {
      problem.textContent = text
      if (text === '') control.removeAttribute('aria-invalid')
      else control.setAttribute('aria-invalid', 'true')
    },
  }
}

interface Option {
  label: string
  hint?: string
  name: string
  value: string
  checked: boolean
  disabled?: boolean
  onChoose: () => void
}

export const radio = ({ label, hint, onChoose, ...input }: Option): HTMLElement =>
  element(
    'label',
    { class: choices.choice },
    element('input', { ...input, type: 'radio', onchange: onChoose }),
    element('span', {}, label),
    hint !== undefined && element('small', {}, hint),
  )

/** A path or command with a copy button. */
export function copyable(text: string): HTMLElement {
  const copy = button(t('kit.copy'), () => {
    void toClipboard(text).then(() => {
      copy.textContent = t('kit.copied')
    })
  })
  return element('span', { class: 'copyable' }, element('code', { dir: 'ltr' }, text), copy)
}
