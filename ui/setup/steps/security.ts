/** The password, and from where the page can be reached. */
import { errorText } from '../../api/error-text.ts'
import { t } from '../../catalogue/texts.ts'
import { button, card, field, heading, inputClass, radio, section } from '../controls.ts'
import { element } from '../element.ts'
import type { Service } from '../service.ts'
import type { Step } from '../step.ts'

const [here, network] = ['127.0.0.1', '0.0.0.0']

export const security: Step = async ({ service, checks, announce }) => {
  const { web } = await service.client.get_settings()
  const hasPassword = () => checks.current().checks.some(({ name, ok }) => name === 'password' && ok)
  const content = element('div', {})

  async function set(value: string): Promise<void> {
    await service.setPassword(value)
    await checks.poll()
    announce(t('setup.password_is_set'))
    draw()
  }
  function draw(): void {
    content.replaceChildren(
      heading(t('setup.security_title'), t('setup.security_lead')),
      hasPassword() ? card('div', {}, element('p', {}, t('setup.password_is_set'))) : passwordForm(set),
      reachable({ service, host: web.host, mayWiden: hasPassword() }),
    )
  }
  draw()
  return { content }
}

function passwordForm(set: (password: string) => Promise<void>): HTMLFormElement {
  const input = element('input', {
    id: 'password',
    class: inputClass,
    type: 'password',
    autocomplete: 'new-password',
    maxlength: 1024,
    required: true,
  })
  const toggle = button(t('setup.password_show'), () => {
    const shows = input.type === 'password'
    input.type = shows ? 'text' : 'password'
    toggle.textContent = t(shows ? 'setup.password_hide' : 'setup.password_show')
    toggle.append(ofPassword())
    toggle.setAttribute('aria-pressed', String(shows))
  })
  const ofPassword = () => element('span', { class: 'visually-hidden' }, ` ${t('setup.password_of')}`)
  toggle.append(ofPassword())
  toggle.setAttribute('aria-pressed', 'false')
  const { row, complain } = field(input, {
    label: t('setup.password'),
    hint: t('setup.password_hint'),
    beside: toggle,
  })
  const submit = async (event: Event) => {
    event.preventDefault()
    complain()
    await set(input.value).catch((error: unknown) => {
      complain(errorText(error))
      input.focus()
    })
  }
  return element(
    'form',
    { onsubmit: (event) => void submit(event) },
    element('input', { type: 'text', autocomplete: 'username', value: 'service', hidden: true }),
    row,
    button(t('setup.password_set'), undefined, { kind: 'primary', type: 'submit' }),
  )
}

interface Reach {
  service: Service
  host: string
  mayWiden: boolean
}

function reachable({ service, host, mayWiden }: Reach): HTMLElement {
  const note = element('p', { class: 'quiet', role: 'status' })
  const isHere = host === here || host === 'localhost' || host === '::1'
  const choose = async (wanted: string) => {
    await service.client.change_settings({ web: { host: wanted } }).then(
      () => note.replaceChildren(t('setup.bind_restart')),
      (error: unknown) => note.replaceChildren(errorText(error)),
    )
  }
  const option = (value: string, label: string, disabled = false) =>
    radio({
      label,
      name: 'host',
      value,
      checked: isHere === (value === here),
      disabled,
      onChoose: () => void choose(value),
    })
  return section(
    t('setup.bind'),
    card(
      'fieldset',
      { 'aria-label': t('setup.bind') },
      option(here, t('setup.bind_here')),
      option(network, t('setup.bind_network'), !mayWiden),
    ),
    element('p', { class: 'quiet' }, t(mayWiden ? 'setup.bind_network_hint' : 'setup.bind_needs_password')),
    note,
  )
}
