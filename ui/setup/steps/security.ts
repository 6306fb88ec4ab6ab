/** The password, and from where the page can be reached. */
import { element } from '../element.ts'
import { heading } from '../frame.ts'
import { type Service, saying } from '../service.ts'
import type { Step } from '../step.ts'
import { say } from '../texts.ts'

const [here, network] = ['127.0.0.1', '0.0.0.0']

export const security: Step = async ({ service, watch, announce }) => {
  const { web } = await service.ask.get_settings()
  const hasPassword = () => watch.current().checks.some(({ name, ok }) => name === 'password' && ok)
  const password = element('section', {})
  const reach = element('section', {})

  async function set(value: string): Promise<void> {
    await service.setPassword(value)
    await watch.look()
    announce(say('setup.password_is_set'))
    draw()
  }
  function draw(): void {
    password.replaceChildren(
      hasPassword() ? element('p', { class: 'card well' }, say('setup.password_is_set')) : passwordForm(set),
    )
    reach.replaceChildren(reachable({ service, host: web.host, mayWiden: hasPassword() }))
  }
  draw()
  return {
    content: element('div', {}, heading('setup.security_title', 'setup.security_lead'), password, reach),
  }
}

function passwordForm(set: (password: string) => Promise<void>): HTMLFormElement {
  const field = element('input', {
    ...{ id: 'password', type: 'password', autocomplete: 'new-password', maxlength: 1024, required: true },
    'aria-describedby': 'password-hint password-problem',
  })
  const label = element('span', {}, say('setup.password_show'))
  const toggle = element(
    'button',
    {
      ...{ type: 'button', class: 'button plain', 'aria-pressed': 'false' },
      onclick: () => {
        const shows = field.type === 'password'
        field.type = shows ? 'text' : 'password'
        label.textContent = say(shows ? 'setup.password_hide' : 'setup.password_show')
        toggle.setAttribute('aria-pressed', String(shows))
      },
    },
    label,
    element('span', { class: 'visually-hidden' }, ` ${say('setup.password_of')}`),
  )
  const problem = element('p', { id: 'password-problem', class: 'problem', role: 'alert' })
  const submit = async (event: Event) => {
    event.preventDefault()
    problem.textContent = ''
    await set(field.value).catch((error: unknown) => {
      problem.textContent = saying(error)
      field.focus()
    })
  }
  return element(
    'form',
    { class: 'adding', onsubmit: (event) => void submit(event) },
    element('input', { type: 'text', autocomplete: 'username', value: 'service', hidden: true }),
    element('label', { for: 'password' }, say('setup.password')),
    element('div', {}, field, toggle),
    element('p', { id: 'password-hint', class: 'quiet' }, say('setup.password_hint')),
    problem,
    element('button', { type: 'submit', class: 'button plain' }, say('setup.password_set')),
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
    await service.ask.change_settings({ web: { host: wanted } }).then(
      () => note.replaceChildren(say('setup.bind_restart')),
      (error: unknown) => note.replaceChildren(saying(error)),
    )
  }
  const option = (value: string, text: string, disabled = false) =>
    element(
      'label',
      {},
      element('input', {
        ...{ type: 'radio', name: 'host', value, checked: isHere === (value === here), disabled },
        onchange: () => void choose(value),
      }),
      text,
    )
  return element(
    'fieldset',
    { class: 'card choices' },
    element('legend', {}, say('setup.bind')),
    option(here, say('setup.bind_here')),
    option(network, say('setup.bind_network'), !mayWiden),
    element('p', { class: 'quiet' }, say(mayWiden ? 'setup.bind_network_hint' : 'setup.bind_needs_password')),
    note,
  )
}
