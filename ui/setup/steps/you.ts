/** The user's own numbers and addresses: those that Messages reports, and others that are added here. */
import { element } from '../element.ts'
import { addForm, entryList } from '../entries.ts'
import { heading } from '../frame.ts'
import type { Step } from '../step.ts'
import { say } from '../texts.ts'

export const you: Step = async ({ watch, service }) => {
  const own = element('div', {})
  let { self_handles: handles } = await service.ask.get_settings()

  async function put(changed: string[]): Promise<void> {
    handles = (await service.ask.change_settings({ self_handles: changed })).self_handles
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
  const detected = watch.current().self_handles.map((name) => ({ name }))
  return {
    content: element(
      'div',
      {},
      heading('setup.you_title', 'setup.you_lead'),
      element('section', {}, element('h2', {}, say('setup.you_detected')), entryList(detected, say('setup.you_none'))),
      element(
        'section',
        {},
        element('h2', {}, say('setup.you_more')),
        own,
        addForm({
          ...{ label: say('setup.you_field'), id: 'own-handle' },
          add: (handle) => put([...handles.filter((known) => known !== handle), handle]),
        }),
      ),
    ),
  }
}
