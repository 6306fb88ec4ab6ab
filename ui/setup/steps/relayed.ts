/** The step that chooses whose messages are relayed: everyone's by a rule, or those of single people and groups; and which addresses are the user's own. */
import type { RelayScope } from '../../../src/contract/config.ts'
import type { WhitelistEntry } from '../../../src/contract/whitelist.ts'
import { type Meant, sameEntry } from '../../../src/domain/whitelist.ts'
import { t } from '../../catalogue/texts.ts'
import { card, heading, radio, section } from '../controls.ts'
import { element } from '../element.ts'
import { addForm, type Entry, entryList } from '../entries.ts'
import type { Step } from '../step.ts'

const scopes: readonly RelayScope[] = ['whitelist', 'contacts', 'everyone']
const shownPeople = 8
const shownConversations = 200

export const relayed: Step = async ({ service: { client }, checks }) => {
  let [{ relay, self_handles: handles }, chosen] = await Promise.all([client.get_settings(), client.list_whitelist()])
  const conversations = await client.list_conversations({ limit: shownConversations }).catch(() => [])
  const groups = conversations.filter(({ is_group: isGroup }) => isGroup)
  const [found, list, groupList] = [element('div', { role: 'status' }), element('div', {}), element('div', {})]

  const isChosen = (meant: Meant) => chosen.some((entry) => sameEntry(entry, meant))
  async function change(action: 'add_to_whitelist' | 'remove_from_whitelist', handle: string): Promise<void> {
    await client[action]({ handle })
    chosen = await client.list_whitelist()
    draw()
    void checks.poll()
  }
  const entryOf = ({ handle, addresses, display_name: name }: WhitelistEntry): Entry => ({
    name,
    ...(addresses.length > 0 && { handle: addresses.join(', ') }),
    remove: () => void change('remove_from_whitelist', handle),
  })
  function draw(): void {
    list.replaceChildren(entryList(chosen.map(entryOf), t('setup.chosen_none')))
    const left = groups.filter(({ guid }) => !isChosen({ kind: 'group', handle: guid }))
    const entries = left.map(({ guid, display_name: name }) => ({
      name,
      add: () => void change('add_to_whitelist', guid),
    }))
    groupList.replaceChildren(entryList(entries, t('setup.groups_none')))
  }

  let latest = ''
  async function find(query: string): Promise<void> {
    latest = query.trim()
    if (latest === '') return found.replaceChildren()
    const contacts = await client.list_contacts({ q: latest, limit: shownPeople }).catch(() => [])
    // Ignores a response that a later request has overtaken.
    if (query.trim() !== latest) return
    const entries = contacts
      .filter(({ handle }) => !isChosen({ kind: 'handle', handle }))
      .map(({ name, handle }) => ({
        name,
        handle,
        add: () => void change('add_to_whitelist', handle).then(() => find(query)),
      }))
    found.replaceChildren(entryList(entries, t('setup.find_nothing')))
  }

  const people = element(
    'div',
    {},
    addForm({
      label: t('setup.find'),
      id: 'find',
      oninput: (query) => void find(query),
      add: (handle) => change('add_to_whitelist', handle),
    }),
    found,
    section(t('setup.chosen'), list),
    groups.length > 0 && section(t('setup.groups'), groupList),
  )
  const showPeople = () => {
    people.hidden = relay.scope !== 'whitelist'
  }
  async function choose(scope: RelayScope): Promise<void> {
    relay = (await client.change_settings({ relay: { scope } })).relay
    showPeople()
    void checks.poll()
  }
  showPeople()
  draw()
  const options = scopes.map((scope) =>
    radio({
      label: t(`setup.scope_${scope}`),
      name: 'scope',
      value: scope,
      checked: scope === relay.scope,
      onChoose: () => void choose(scope),
    }),
  )
  const own = element('div', {})
  async function putOwn(changed: string[]): Promise<void> {
    handles = (await client.change_settings({ self_handles: changed })).self_handles
    drawOwn()
  }
  function drawOwn(): void {
    const detected = checks.current().self_handles.map((name) => ({ name }))
    const added = handles.map((name) => ({
      name,
      remove: () => void putOwn(handles.filter((handle) => handle !== name)),
    }))
    own.replaceChildren(entryList([...detected, ...added], t('setup.you_none')))
  }
  drawOwn()
  return {
    content: element(
      'div',
      {},
      heading(t('setup.relayed_title'), t('setup.relayed_lead')),
      card('fieldset', { 'aria-label': t('setup.relayed_title') }, ...options),
      people,
      element(
        'details',
        { class: 'more' },
        element('summary', {}, t('setup.you_title')),
        element('p', { class: 'quiet' }, t('setup.you_lead')),
        own,
        addForm({
          label: t('setup.you_field'),
          id: 'own-handle',
          add: (handle) => putOwn([...handles.filter((known) => known !== handle), handle]),
        }),
      ),
    ),
  }
}
