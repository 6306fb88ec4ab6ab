/** Chooses among the lines of a hub: whose messages exist for a key, and as which it sends. */
import { useLines } from '../../api/lines.ts'
import { t } from '../../catalogue/texts.ts'
import { Segments } from '../../kit/Segments.tsx'
import { Check } from './Check.tsx'
import styles from './grant.module.css'
import { type KeyDraft, withLines, without } from './key-draft.ts'

interface Props {
  draft: KeyDraft
  onChange: (draft: KeyDraft) => void
}

const kinds = ['all', 'only'] as const

/** Chooses the lines that a key sees. Shows nothing if there is only one line. */
export function WhoseLines({ draft, onChange }: Props) {
  const names = useLineNames(draft.grant.lines)
  const { lines } = draft.grant
  if (names.length < 2 && lines === undefined) return null
  const kind = lines === undefined ? 'all' : 'only'
  return (
    <fieldset className={styles.group}>
      <legend>{t('grant.lines')}</legend>
      <Segments
        label={t('grant.lines')}
        values={kinds}
        isOn={(value) => value === kind}
        onPress={(value) => onChange(withLines(draft, { lines: value === 'all' ? undefined : (lines ?? []) }))}
        show={(value) => t(`grant.lines_${value}`)}
      />
      {lines !== undefined && (
        <LineChecks names={names} chosen={lines} onChange={(after) => onChange(withLines(draft, { lines: after }))} />
      )}
    </fieldset>
  )
}

/** Chooses the lines from which a key sends, among those that it sees. */
export function SendAs({ draft, onChange }: Props) {
  const { lines, may_send_as: chosen } = draft.grant
  const names = useLineNames(chosen).filter((name) => lines?.includes(name) ?? true)
  if (names.length < 2 && chosen === undefined) return null
  return (
    <>
      <Check
        checked={chosen !== undefined}
        onChange={(isLimited) => onChange(withLines(draft, { may_send_as: isLimited ? [] : undefined }))}
      >
        {t('grant.send_as')}
      </Check>
      {chosen !== undefined && (
        <div className={styles.within}>
          <LineChecks
            names={names}
            chosen={chosen}
            onChange={(after) => onChange(withLines(draft, { may_send_as: after }))}
          />
        </div>
      )}
    </>
  )
}

interface LineChecksProps {
  names: readonly string[]
  chosen: readonly string[]
  onChange: (chosen: string[]) => void
}

const LineChecks = ({ names, chosen, onChange }: LineChecksProps) => (
  <div className={styles.checks}>
    {names.map((name) => (
      <Check
        key={name}
        checked={chosen.includes(name)}
        onChange={(isChosen) => onChange(isChosen ? [...chosen, name] : without(chosen, name))}
      >
        <bdi>{name}</bdi>
      </Check>
    ))}
  </div>
)

/** Returns all lines, and those that a grant names and that no longer exist, so that they can be removed. */
function useLineNames(chosen: readonly string[] = []): string[] {
  return [...new Set([...useLines().map(({ name }) => name), ...chosen])]
}
