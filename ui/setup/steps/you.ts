/** The user's own numbers and addresses: those that Messages reports, and others that are added here. */
import { t } from '../../catalogue/texts.ts'
import { heading, section } from '../controls.ts'
import { element } from '../element.ts'
import { addForm, entryList } from '../entries.ts'
import type { Step } from '../step.ts'

export const you: Step = async ({ checks, service }) => {
  const own = element('div', {})
  let { self_handles: handles } = await service.client.get_settings()

  async function put(changed: string[]): Promise<void> {
    handles = (await service.client.change_settings({ self_handles: changed })).self_handles
    draw()
  }
  function draw(): void {
    const entries = handles.map((name) => ({
      name,
      remove: () => void put(handles.filter((handle) => handle !== name)),
    }))
    own.replaceChildren(...(entries.length === 0 ? [] : [entryList(entries, '')]))
  }
  draw()
  const detected = checks.current().self_handles.map((name) => ({ name }))
  return {
    content: element(
      'div',
      {},
      heading(t('setup.you_title'), t('setup.you_lead')),
      section(t('setup.you_detected'), entryList(detected, t('setup.you_none'))),
      section(
        t('setup.you_more'),
        own,
        addForm({
          label: t('setup.you_field'),
          id: 'own-handle',
          add: (handle) => put([...handles.filter((known) => known !== handle), handle]),
        }),
      ),
    ),
  }
}
