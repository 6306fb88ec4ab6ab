/** The step that chooses where messages go: a plugin with its required settings, turned on with what that allows, and tried at once. */
import type { PluginRecord } from '../../../src/contract/plugin.ts'
import { type DestinationName, destinationPlugins } from '../../../src/contract/setup-destinations.ts'
import { inLanguage } from '../../../src/domain/plugin-texts.ts'
import {
  answeredValues,
  type DestinationField,
  destinationFields,
  isSaved,
  textOfSaved,
  unanswered,
} from '../../../src/domain/setup/destination-fields.ts'
import { errorText } from '../../api/error-text.ts'
import { locale, t } from '../../catalogue/texts.ts'
import { button, card, copyable, field, heading, inputClass, radio, type ShownField } from '../controls.ts'
import { element } from '../element.ts'
import type { Service } from '../service.ts'
import type { Step, StepContext } from '../step.ts'
import { testResult } from '../test-result.ts'

type Offered = PluginRecord & { name: DestinationName }

const offeredBy = async ({ client }: Service): Promise<Offered[]> => {
  const records = await client.list_plugins()
  return destinationPlugins.flatMap(({ plugin }) => {
    const record = records.find(({ name }) => name === plugin)
    return record === undefined ? [] : [{ ...inLanguage(record, locale()), name: plugin }]
  })
}

export const destination: Step = async ({ service, checks, announce }) => {
  const content = element('div', {})
  let offered = await offeredBy(service)
  let chosen = (offered.find(({ enabled }) => enabled) ?? offered[0])?.name
  const panels = new Map<DestinationName, HTMLElement>()

  /** A panel that was filled in is kept when another one is looked at. */
  async function panelOf(plugin: Offered): Promise<HTMLElement> {
    const known = panels.get(plugin.name)
    if (known !== undefined) return known
    const panel = await pluginPanel({ plugin, service, announce, onChange: refresh })
    panels.set(plugin.name, panel)
    return panel
  }
  async function refresh(): Promise<void> {
    offered = await offeredBy(service)
    for (const { name, enabled } of offered) {
      const mark = content.querySelector(`[data-plugin="${name}"] .on`)
      if (mark !== null) mark.textContent = enabled ? t('setup.destination_on') : ''
    }
    await checks.poll()
  }
  async function choose(name: DestinationName): Promise<void> {
    chosen = name
    for (const { name: each } of offered) {
      const place = content.querySelector(`[data-plugin="${each}"] .panel`)
      const plugin = offered.find((one) => one.name === each)
      place?.replaceChildren(...(each === chosen && plugin !== undefined ? [await panelOf(plugin)] : []))
    }
  }
  function rowOf({ name, display_name: title, enabled }: Offered): HTMLElement {
    const label = radio({
      label: title,
      hint: t(`setup.to_${name}`),
      name: 'destination',
      value: name,
      checked: name === chosen,
      onChoose: () => void choose(name),
    })
    const mark = element('span', { class: 'on' }, enabled ? t('setup.destination_on') : '')
    return element('div', { 'data-plugin': name }, element('div', { class: 'line' }, label, mark), panelPlace())
  }
  async function draw(): Promise<void> {
    const header = heading(t('setup.destination_title'), t('setup.destination_lead'))
    if (offered.length === 0) return content.replaceChildren(header, ...relayIsOff())
    content.replaceChildren(
      header,
      card('fieldset', { 'aria-label': t('setup.destination_title') }, ...offered.map(rowOf)),
      element('p', { class: 'quiet' }, t('setup.destination_more')),
    )
    if (chosen !== undefined) await choose(chosen)
  }
  /** The relay finds the plugins when it starts. */
  const end = checks.onChange(() => {
    if (offered.length === 0)
      void offeredBy(service).then((found) => {
        if (found.length === 0) return
        offered = found
        chosen = (found.find(({ enabled }) => enabled) ?? found[0])?.name
        void draw()
      })
  })
  await draw()
  return { content, end }
}

const panelPlace = () => element('div', { class: 'panel' })

const relayIsOff = (): HTMLElement[] => [
  element('p', { class: 'notice' }, t('setup.destination_relay_off')),
  copyable('service up'),
]

interface Panel {
  plugin: Offered
  service: Service
  announce: StepContext['announce']
  onChange(): Promise<void>
}

interface Asked extends ShownField {
  input: HTMLInputElement
  field: DestinationField
}

async function pluginPanel({ plugin, service, announce, onChange }: Panel): Promise<HTMLElement> {
  const { name, settings_schema: schema } = plugin
  const fields = destinationFields(name, schema)
  const own = async () => (await service.client.get_settings()).integrations[name] ?? {}
  let saved: Readonly<Record<string, unknown>> = await own()
  let isOn = plugin.enabled
  const asked = fields.map((each) => askedField({ plugin: name, field: each, saved: saved[each.key] }))
  const problem = element('p', { class: 'trouble', role: 'alert', hidden: true })
  const result = element('div', { role: 'status' })
  const buttons = element('p', { class: 'buttons' })
  const consent = element('div', { class: 'consent' }, ...consentTo(plugin))

  const typed = () => Object.fromEntries(asked.map(({ field, input }) => [field.key, input.value]))
  function complain(problems: ReadonlyMap<string, string>): boolean {
    for (const { field, complain } of asked) complain(problems.get(field.key))
    asked.find(({ field }) => problems.has(field.key))?.input.focus()
    return problems.size > 0
  }
  async function problemsIn(values: Readonly<Record<string, unknown>>): Promise<ReadonlyMap<string, string>> {
    const missing = unanswered({ fields, typed: typed(), saved })
    if (missing.length > 0) return new Map(missing.map(({ key }) => [key, t('setup.field_missing')]))
    const judge = await import('../field-problems.ts').catch(() => undefined)
    return (await judge?.fieldProblems({ schema, fields, values: { ...saved, ...values } })) ?? new Map()
  }
  /** Resolves to whether everything is saved. */
  async function save(): Promise<boolean> {
    const values = answeredValues({ fields, typed: typed(), saved })
    if (complain(await problemsIn(values))) return false
    if (Object.keys(values).length > 0) await service.client.change_settings({ integrations: { [name]: values } })
    saved = await own()
    for (const { field, input } of asked) if (field.isSecret && input.value !== '') showAsSaved(input)
    return true
  }
  async function attempt(work: () => Promise<void>): Promise<void> {
    problem.hidden = true
    for (const each of buttons.querySelectorAll('button')) each.disabled = true
    try {
      await work()
    } catch (error) {
      problem.textContent = errorText(error)
      problem.hidden = false
    }
    drawButtons()
  }
  const turnOn = () =>
    attempt(async () => {
      result.replaceChildren()
      if (!(await save())) return
      if (!isOn) await service.client.enable_plugin({ name })
      announce(t(isOn ? 'setup.destination_saved' : 'setup.destination_turned_on', { name: plugin.display_name }))
      isOn = true
      consent.hidden = true
      await onChange()
    })
  const sendTest = () =>
    attempt(async () => {
      if (!(await save())) return
      result.replaceChildren(element('p', { class: 'quiet' }, t('setup.test_sending')))
      result.replaceChildren(testResult(await service.client.test_plugin({ name })))
    })
  function drawButtons(): void {
    const hadFocus = document.activeElement === document.body || buttons.contains(document.activeElement)
    buttons.replaceChildren(
      ...(isOn
        ? [
            button(t('setup.send_test'), () => void sendTest(), { kind: 'primary' }),
            button(t('setup.save'), () => void turnOn()),
          ]
        : [button(t('setup.save_and_turn_on'), undefined, { kind: 'primary', type: 'submit' })]),
    )
    if (hadFocus && isOn && buttons.isConnected) buttons.querySelector('button')?.focus()
  }
  consent.hidden = isOn
  drawButtons()
  return element(
    'form',
    {
      onsubmit: (event) => {
        event.preventDefault()
        void turnOn()
      },
    },
    ...asked.map(({ row }) => row),
    consent,
    problem,
    buttons,
    result,
  )
}

interface AskedField {
  plugin: string
  field: DestinationField
  saved: unknown
}

function askedField({ plugin, field: asked, saved }: AskedField): Asked {
  const { key, title, description, example, isRequired, isSecret, schema } = asked
  const input = element('input', {
    id: `${plugin}-${key}`,
    class: inputClass,
    type: isSecret ? 'password' : 'text',
    autocomplete: 'off',
    spellcheck: 'false',
    autocapitalize: 'off',
    dir: 'ltr',
    inputmode: inputModes[String((schema as { format?: unknown }).format)],
    placeholder: example,
  })
  input.value = textOfSaved(saved)
  if (isSecret && isSaved(saved)) showAsSaved(input)
  const label = isRequired ? title : t('setup.field_optional', { name: title })
  return { ...field(input, { label, hint: description }), input, field: asked }
}

const inputModes: Readonly<Record<string, string>> = { uri: 'url', email: 'email' }

function showAsSaved(input: HTMLInputElement): void {
  input.value = ''
  input.placeholder = t('setup.field_saved')
}

/** Draws what the user allows by turning the plugin on. */
function consentTo({ display_name: name, tier, network }: PluginRecord): HTMLElement[] {
  const reaches = network.map(({ host, port, reason }) => t('setup.reaches', { place: `${host}:${port}`, reason }))
  const lines = [
    ...(tier === 'official' || tier === 'notify' ? [t(`setup.sees_${tier}`)] : []),
    ...(reaches.length === 0 ? [t('setup.reaches_typed')] : reaches),
  ]
  return [
    element('h2', {}, t('setup.consent', { name })),
    element('ul', {}, ...lines.map((line) => element('li', { dir: 'auto' }, line))),
  ]
}
