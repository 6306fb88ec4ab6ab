/** Chooses what a key can do: first as a whole, then whose messages it sees, with further limits folded away. */
import { useId } from 'react'
import { t } from '../../catalogue/texts.ts'
import { Choice } from '../../kit/Choice.tsx'
import { GrantLimits } from './GrantLimits.tsx'
import styles from './grant.module.css'
import { isLimitable, type KeyDraft, type Preset, presetOf, presets, withPreset } from './key-draft.ts'
import { WhoseLines } from './LineChecks.tsx'
import { WhoseMessages } from './WhoseMessages.tsx'

interface Props {
  draft: KeyDraft
  /** The key as it was; a new one where it is new. */
  before: KeyDraft
  /** The default is every preset. */
  offered?: readonly Preset[]
  onChange: (draft: KeyDraft) => void
}

export const KeyFields = ({ draft, before, offered = presets, onChange }: Props) => (
  <>
    <Presets
      draft={draft}
      before={before}
      offered={offered}
      isOwn={presetOf(before) === undefined}
      onChange={onChange}
    />
    {isLimitable(draft) && <WhoseLines draft={draft} onChange={onChange} />}
    {isLimitable(draft) && <WhoseMessages draft={draft} onChange={onChange} />}
    <details className={styles.more}>
      <summary>{t('grant.more')}</summary>
      <GrantLimits draft={draft} onChange={onChange} />
    </details>
  </>
)

interface PresetsProps extends Required<Props> {
  /** Whether the key was made elsewhere, and is like no preset: then it can stay as it is. */
  isOwn: boolean
}

function Presets({ draft, before, isOwn, offered, onChange }: PresetsProps) {
  const chosen = presetOf(draft)
  const name = useId()
  return (
    <fieldset className={styles.group}>
      <legend>{t('security.key_may')}</legend>
      <div className={styles.presets}>
        {offered.map((preset) => (
          <Choice
            key={preset}
            type="radio"
            name={name}
            label={t(`grant.preset_${preset}`)}
            hint={t(`grant.preset_${preset}_hint`)}
            checked={chosen === preset}
            onChange={() => onChange(withPreset(draft, preset))}
          />
        ))}
        {isOwn && (
          <Choice
            type="radio"
            name={name}
            label={t('grant.preset_own')}
            hint={t('grant.preset_own_hint')}
            checked={chosen === undefined}
            onChange={() =>
              onChange({ ...draft, scopes: before.scopes, grant: { ...draft.grant, sends: before.grant.sends } })
            }
          />
        )}
      </div>
    </fieldset>
  )
}
