/** The scope of the relay: a rule for everyone, or single people and groups. */
import type { RelayScope } from '../../../src/contract/config.ts'
import type { WhitelistEntry } from '../../../src/contract/whitelist.ts'
import { type Meant, sameEntry } from '../../../src/domain/whitelist.ts'
import { element } from '../element.ts'
import { addForm, type Entry, entryList } from '../entries.ts'
import { heading } from '../frame.ts'
import type { Step } from '../step.ts'
import { say } from '../texts.ts'

const scopes: readonly RelayScope[] = ['whitelist', 'contacts', 'everyone']
const shownPeople = 8
const askedConversations = 200

export const relayed: Step = async ({ service: { ask } }) => {
  let [{ relay }, chosen] = await Promise.all([ask.get_settings(), ask.list_whitelist()])
  const conversations = await ask.list_conversations({ limit: askedConversations }).catch(() => [])
  const groups = conversations.filter(({ is_group: isGroup }) => isGroup)
  const people = element('div', { class: 'people' })
  const [found, list, groupList] = [element('div', { role: 'status' }), element('div', {}), element('div', {})]

  const isChosen = (meant: Meant) => chosen.some((entry) => sameEntry(entry, meant))
  async function change(deed: 'add_to_whitelist' | 'remove_from_whitelist', handle: string): Promise<void> {
    await ask[deed]({ handle })
    chosen = await ask.list_whitelist()
    draw()
  }
  const entryOf = ({ handle, display_name: name }: WhitelistEntry): Entry => ({
    name,
    ...(!handle.includes(';') && { handle }),
    remove: () => void change('remove_from_whitelist', handle),
  })
  function draw(): void {
    list.replaceChildren(entryList(chosen.map(entryOf), say('setup.chosen_none')))
    const left = groups.filter(({ guid }) => !isChosen({ kind: 'group', handle: guid }))
    const entries = left.map(({ guid, display_name: name }) => ({
      name,
      add: () => void change('add_to_whitelist', guid),
    }))
    groupList.replaceChildren(entryList(entries, say('setup.groups_none')))
  }

  let asked = ''
  async function find(query: string): Promise<void> {
    asked = query.trim()
    if (asked === '') return found.replaceChildren()
    const contacts = await ask.list_contacts({ q: asked, limit: shownPeople }).catch(() => [])
    // Ignores a response that a later request has overtaken.
    if (query.trim() !== asked) return
    const entries = contacts
      .filter(({ handle }) => !isChosen({ kind: 'handle', handle }))
      .map(({ name, handle }) => ({
        ...{ name, handle },
        add: () => void change('add_to_whitelist', handle).then(() => find(query)),
      }))
    found.replaceChildren(entryList(entries, say('setup.find_nothing')))
  }

  async function choose(scope: RelayScope): Promise<void> {
    relay = (await ask.change_settings({ relay: { scope } })).relay
    people.hidden = relay.scope !== 'whitelist'
  }
  people.append(
    addForm({
      ...{ label: say('setup.find'), id: 'find', oninput: (query: string) => void find(query) },
      add: (handle) => change('add_to_whitelist', handle),
    }),
    found,
    element('h2', {}, say('setup.chosen')),
    list,
    element('h2', {}, say('setup.groups')),
    groupList,
  )
  people.hidden = relay.scope !== 'whitelist'
  draw()
  const options = scopes.map((scope) =>
    element(
      'label',
      {},
      element('input', {
        ...{ type: 'radio', name: 'scope', value: scope, checked: scope === relay.scope },
        onchange: () => void choose(scope),
      }),
      say(`setup.scope_${scope}`),
    ),
  )
  return {
    content: element(
      'div',
      {},
      heading('setup.relayed_title', 'setup.relayed_lead'),
      element('fieldset', { class: 'card choices', 'aria-label': say('setup.relayed_title') }, ...options),
      people,
    ),
  }
}
