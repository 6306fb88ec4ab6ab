/** A form for groups of settings: switches and choices are saved at once, all other fields by a button. */
import { useMemo, useState } from 'react'
import { categories } from '../../../../src/contract/categories.ts'
import type { Settings } from '../../../../src/contract/settings.ts'
import { useSettingsResource } from '../../../api/settings-resource.ts'
import { t } from '../../../catalogue/texts.ts'
import { DraftForm, useDraftForm } from '../../../forms/DraftForm.tsx'
import { type Draft, valuesWith } from '../../../forms/draft.ts'
import type { FieldKind } from '../../../forms/field.ts'
import type { Words } from '../../../forms/form-context.ts'
import { FieldsForm } from '../../../forms/SchemaForm.tsx'
import type { Schema } from '../../../forms/schema.ts'
import { fieldAt, schemaOf } from '../../../forms/schema-at.ts'
import { type Path, placeOf, valueAt, withValueAt } from '../../../forms/values.ts'
import { complain } from '../../../kit/complain.ts'
import { ErrorState, Skeleton } from '../../../kit/States.tsx'
import { notify } from '../../../state/toasts.ts'
import { homeOf } from '../homes.ts'
import { useSettings } from '../use-settings.ts'
import type { Group } from './groups.ts'
import styles from './SettingsForm.module.css'

interface Props {
  groups: readonly Group[]
  /** Whether the saved value at a path takes effect only after a restart. */
  awaitsRestart?: (place: string) => boolean
}

export function SettingsForm({ groups, awaitsRestart = () => false }: Props) {
  const { schema, saved, error, retry } = useSettings()
  if (error !== null) return <ErrorState error={error} onRetry={retry} />
  if (schema === undefined || saved === undefined) return <Skeleton />
  return <Loaded groups={groups} awaitsRestart={awaitsRestart} schema={schema} saved={saved} />
}

interface LoadedProps extends Required<Props> {
  schema: Schema
  saved: Settings
}

function Loaded({ groups, awaitsRestart, schema: whole, saved }: LoadedProps) {
  const schema = useMemo(() => schemaOf(whole, groups.flatMap(pathsOf)), [whole, groups])
  const form = useDraftForm({ schema, saved, resource: useSettingsResource() })
  const { draft, values, set, problems } = form
  const atOnce = useAtOnce(saved)
  const onChange = (path: Path, value: unknown) =>
    isSavedAtOnce(fieldAt(schema, path).kind) ? void atOnce.change(path, value) : set(path, value)
  const wordsFor = (place: string): Words => {
    const isNew = draft.some(({ path }) => placeOf(path) === place)
    const { restart } = fieldAt(schema, place.split('.'))
    return { ...wordsOf(place), awaitsRestart: restart !== undefined && (isNew || awaitsRestart(place)) }
  }
  return (
    <DraftForm form={form} wordsFor={wordsFor}>
      {groups.map(({ title, places }) => (
        <section key={title} className={styles.group}>
          <h3>{t(title)}</h3>
          <FieldsForm
            schema={schema}
            problems={problems}
            onChange={onChange}
            wordsFor={wordsFor}
            paths={pathsOf({ places })}
            values={atOnce.shownOver(values)}
          />
        </section>
      ))}
    </DraftForm>
  )
}

const pathsOf = ({ places }: Pick<Group, 'places'>): Path[] => places.map((place) => place.split('.'))

const atOnce: readonly FieldKind[] = ['switch', 'choice', 'checklist']

/** Saves a setting as soon as it is changed: shows the new value at once, confirms it, and offers an undo. */
const isSavedAtOnce = (kind: FieldKind): boolean => atOnce.includes(kind)

const undoMs = 10_000

function useAtOnce(saved: unknown) {
  const resource = useSettingsResource()
  const [wished, setWished] = useState<Draft>([])
  const change = async (path: Path, value: unknown) => {
    const before = valueAt(saved, path)
    const wish = { path, value, base: before }
    const name = wordsOf(placeOf(path)).title ?? placeOf(path)
    setWished((now) => [...now, wish])
    try {
      await resource.change(patchAt(path, value))
      const undo = () =>
        resource
          .change(patchAt(path, before))
          .then(() => notify(t('settings.restored', { name })))
          .catch(complain)
      notify(t('settings.saved', { name }), { action: { label: t('kit.undo'), run: undo }, lastsMs: undoMs })
    } catch (error) {
      complain(error)
    } finally {
      setWished((now) => now.filter((one) => one !== wish))
    }
  }
  return { change, shownOver: (values: unknown) => valuesWith(wished, values) }
}

/** Null removes a value that was not set before. */
const patchAt = (path: Path, value: unknown) => withValueAt({}, path, value ?? null) as Record<string, unknown>

/** Names the settings of the service and their choices in the reader's language. */
function wordsOf(place: string): Words {
  const home = homeOf(place)
  if (home === undefined) return {}
  const { title, hint } = home
  return { title: t(title), description: hint && t(hint), options: options[place]?.() }
}

const categoryNames = () =>
  Object.fromEntries(categories.map((category) => [category, t(`settings.categories.${category}`)]))

const options: Readonly<Record<string, () => Record<string, string>>> = {
  'categories.shown': categoryNames,
  'categories.relayed': categoryNames,
  'compat.helper.kind': () => ({
    off: t('settings.off'),
    bluebubbles: 'BlueBubbles',
    imsg: 'imsg',
  }),
  'log.level': () => ({
    debug: t('settings.log.level_debug'),
    info: t('settings.log.level_info'),
    warn: t('settings.log.level_warn'),
    error: t('settings.log.level_error'),
  }),
  'web.offline_alert_s': () => ({
    0: t('settings.off'),
    30: t('settings.after_30'),
    60: t('settings.after_60'),
    120: t('settings.after_120'),
    300: t('settings.after_300'),
  }),
}
