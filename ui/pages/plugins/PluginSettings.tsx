/** The settings of a plugin, as a form made from its schema. */
import { useQuery } from '@tanstack/react-query'
import { type Ref, useImperativeHandle, useMemo } from 'react'
import type { PluginRecord } from '../../../src/contract/plugin.ts'
import type { Settings } from '../../../src/contract/settings.ts'
import { asking } from '../../api/ask.ts'
import { useSettingsResource } from '../../api/settings-resource.ts'
import { t } from '../../catalogue/texts.ts'
import { ConflictDialog } from '../../forms/ConflictDialog.tsx'
import { focusFirstProblem } from '../../forms/focus-problem.ts'
import { SaveBar } from '../../forms/SaveBar.tsx'
import { SchemaForm } from '../../forms/SchemaForm.tsx'
import { propertiesOf } from '../../forms/schema.ts'
import { useCarefulSave } from '../../forms/use-careful-save.ts'
import { useDraft } from '../../forms/use-draft.ts'
import { Section } from '../../kit/PageFrame.tsx'
import { ErrorState, Skeleton } from '../../kit/States.tsx'

/** The values of the form while it has unsaved changes. */
export interface UnsavedSettings {
  values: Readonly<Record<string, unknown>>
  /** Resolves to whether they were saved; shows their problems otherwise. */
  save(): Promise<boolean>
}

interface Props {
  plugin: PluginRecord
  /** Set to null while everything is saved. */
  unsaved: Ref<UnsavedSettings>
}

export function PluginSettings({ plugin: { name, settings_schema: schema }, unsaved }: Props) {
  const { data, error, refetch } = useQuery(asking('get_settings'))
  if (data === undefined)
    return error === null ? <Skeleton rows={3} /> : <ErrorState error={error} onRetry={() => void refetch()} />
  const hasAny = Object.keys(propertiesOf(schema)).length > 0
  return (
    <Section title={t('plugins.settings')}>
      {hasAny ? <Form {...{ name, schema, unsaved }} settings={data} /> : <p>{t('plugins.settings_none')}</p>}
    </Section>
  )
}

interface FormProps {
  name: string
  schema: PluginRecord['settings_schema']
  settings: Settings
  unsaved: Ref<UnsavedSettings>
}

function Form({ name, schema, settings, unsaved }: FormProps) {
  const saved = useMemo(() => ownOf(settings, name), [settings, name])
  const { draft, setDraft, values, set, discard, problems, check } = useDraft(schema, saved)
  const { isSaving, isAsking, stopAsking, save } = useCarefulSave(useOwnSettingsResource(name), discard)
  const onSave = async () => {
    const wrong = await check()
    if (wrong.length === 0) return save(draft)
    focusFirstProblem(wrong.length)
    return false
  }
  useImperativeHandle<UnsavedSettings | null, UnsavedSettings | null>(unsaved, () =>
    draft.length === 0 ? null : { values: values as UnsavedSettings['values'], save: onSave },
  )
  return (
    <form
      noValidate
      autoComplete="off"
      onSubmit={(event) => {
        event.preventDefault()
        void onSave()
      }}
    >
      <SchemaForm {...{ schema, values, problems }} onChange={set} />
      <SaveBar changes={draft.length} wrong={problems.size} isSaving={isSaving} onSave={onSave} onDiscard={discard} />
      {isAsking && (
        <ConflictDialog
          {...{ schema, draft, saved }}
          onClose={stopAsking}
          onSettle={(kept) => {
            setDraft(kept)
            void save(kept)
          }}
        />
      )}
    </form>
  )
}

/** Omits the switch, which is saved separately. */
function ownOf({ integrations }: Pick<Settings, 'integrations'>, name: string): Record<string, unknown> {
  const { enabled: _, ...settings } = integrations[name] ?? {}
  return settings
}

function useOwnSettingsResource(name: string) {
  const { fresh, change } = useSettingsResource()
  return {
    fresh: async () => ownOf(await fresh(), name),
    change: (patch: Readonly<Record<string, unknown>>) => change({ integrations: { [name]: patch } }),
  }
}
