/** The settings of a plugin: a form of its schema, saved as a whole, because it starts anew with them. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { PluginRecord } from '../../../src/contract/plugin.ts'
import { asking } from '../../api/ask.ts'
import { client, saying } from '../../api/client.ts'
import { t } from '../../catalogue/texts.ts'
import { patchOf } from '../../forms/draft.ts'
import { focusFirstProblem } from '../../forms/focus-problem.ts'
import { SaveBar } from '../../forms/SaveBar.tsx'
import { SchemaForm } from '../../forms/SchemaForm.tsx'
import { propertiesOf } from '../../forms/schema.ts'
import { useDraft } from '../../forms/use-draft.ts'
import { Section } from '../../kit/PageFrame.tsx'
import { notify } from '../../state/toasts.ts'

export function PluginSettings({ plugin: { name, settings_schema: schema } }: { plugin: PluginRecord }) {
  const { data } = useQuery(asking('get_settings'))
  if (data === undefined) return null
  const hasAny = Object.keys(propertiesOf(schema)).length > 0
  return (
    <Section title={t('plugins.settings')}>
      {hasAny ? (
        <Form name={name} schema={schema} own={data.integrations[name]} />
      ) : (
        <p>{t('plugins.settings_none')}</p>
      )}
    </Section>
  )
}

interface FormProps {
  name: string
  schema: PluginRecord['settings_schema']
  own: Readonly<Record<string, unknown>> | undefined
}

function Form({ name, schema, own }: FormProps) {
  const queries = useQueryClient()
  const [isSaving, setSaving] = useState(false)
  const saved = useMemo(() => {
    const { enabled: _, ...settings } = own ?? {}
    return settings
  }, [own])
  const { draft, values, set, discard, problems, check } = useDraft(schema, saved)
  const save = async () => {
    const wrong = await check()
    if (wrong.length > 0) return focusFirstProblem(wrong.length)
    setSaving(true)
    try {
      const answer = await client.change_settings({ integrations: { [name]: patchOf(draft, saved) ?? {} } })
      discard()
      queries.setQueryData(asking('get_settings').queryKey, answer)
      notify(t('kit.saved'))
      void queries.invalidateQueries({ queryKey: ['list_plugins'] })
    } catch (error) {
      notify(saying(error), { kind: 'problem' })
    } finally {
      setSaving(false)
    }
  }
  return (
    <form
      noValidate
      autoComplete="off"
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <SchemaForm {...{ schema, values, problems }} onChange={set} />
      <SaveBar changes={draft.length} wrong={problems.size} isSaving={isSaving} onSave={save} onDiscard={discard} />
    </form>
  )
}
