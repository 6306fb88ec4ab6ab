/** The scope of the relay: a rule for everyone, or single people and groups. */
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

export const relayed: Step = async ({ service: { client } }) => {
  let [{ relay }, chosen] = await Promise.all([client.get_settings(), client.list_whitelist()])
  const conversations = await client.list_conversations({ limit: shownConversations }).catch(() => [])
  const groups = conversations.filter(({ is_group: isGroup }) => isGroup)
  const [found, list, groupList] = [element('div', { role: 'status' }), element('div', {}), element('div', {})]

  const isChosen = (meant: Meant) => chosen.some((entry) => sameEntry(entry, meant))
  async function change(action: 'add_to_whitelist' | 'remove_from_whitelist', handle: string): Promise<void> {
    await client[action]({ handle })
    chosen = await client.list_whitelist()
    draw()
  }
  const entryOf = ({ handle, display_name: name }: WhitelistEntry): Entry => ({
    name,
    ...(!handle.includes(';') && { handle }),
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
    section(t('setup.groups'), groupList),
  )
  const showPeople = () => {
    people.hidden = relay.scope !== 'whitelist'
  }
  async function choose(scope: RelayScope): Promise<void> {
    relay = (await client.change_settings({ relay: { scope } })).relay
    showPeople()
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
  return {
    content: element(
      'div',
      {},
      heading(t('setup.relayed_title'), t('setup.relayed_lead')),
      card('fieldset', { 'aria-label': t('setup.relayed_title') }, ...options),
      people,
    ),
  }
}
