/** Chooses whose conversations exist for a key: everyone's, only some, or all but some. */
import type { Grant } from '../../../src/contract/grant.ts'
import { t } from '../../catalogue/texts.ts'
import { Segments } from '../../kit/Segments.tsx'
import { EntryPicker } from './EntryPicker.tsx'
import styles from './grant.module.css'
import { type KeyDraft, type Listed, nameIn, withName, without } from './key-draft.ts'

const kinds = ['all', 'only', 'except'] as const
type Kind = (typeof kinds)[number]

const kindOf = (people: Grant['people']): Kind => (people === 'all' ? 'all' : 'only' in people ? 'only' : 'except')
const listOf = (people: Grant['people']): readonly string[] =>
  people === 'all' ? [] : 'only' in people ? people.only : people.except

const peopleOf = (kind: Kind, list: readonly string[]): Grant['people'] =>
  kind === 'all' ? 'all' : kind === 'only' ? { only: [...list] } : { except: [...list] }

interface Props {
  draft: KeyDraft
  onChange: (draft: KeyDraft) => void
}

export function WhoseMessages({ draft, onChange }: Props) {
  const { people } = draft.grant
  const [kind, list] = [kindOf(people), listOf(people)]
  const change = (after: Grant['people'], listed?: Listed) =>
    onChange({ ...withName(draft, listed), grant: { ...draft.grant, people: after } })
  return (
    <fieldset className={styles.group}>
      <legend>{t('grant.people')}</legend>
      <Segments
        label={t('grant.people')}
        values={kinds}
        isOn={(value) => value === kind}
        onPress={(value) => change(peopleOf(value, list))}
        show={(value) => t(`grant.people_${value}`)}
      />
      {kind !== 'all' && (
        <>
          <EntryPicker
            label={t(`grant.people_${kind}`)}
            entries={list}
            nameOf={nameIn(draft)}
            onAdd={(listed) => change(peopleOf(kind, [...list, listed.entry]), listed)}
            onRemove={(entry) => change(peopleOf(kind, without(list, entry)))}
          />
          <p className={styles.hint}>{t(`grant.people_${kind}_hint`)}</p>
        </>
      )}
    </fieldset>
  )
}
