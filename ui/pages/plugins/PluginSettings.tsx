/** The settings of a plugin as a form made from its schema, by which a plugin that is off is also turned on. */
import { useQuery } from '@tanstack/react-query'
import { type Ref, useImperativeHandle, useMemo } from 'react'
import type { PluginRecord } from '../../../src/contract/plugin.ts'
import type { Settings } from '../../../src/contract/settings.ts'
import { asking } from '../../api/ask.ts'
import { useSettingsResource } from '../../api/settings-resource.ts'
import { t } from '../../catalogue/texts.ts'
import { DraftForm, useDraftForm } from '../../forms/DraftForm.tsx'
import { SchemaForm } from '../../forms/SchemaForm.tsx'
import { propertiesOf } from '../../forms/schema.ts'
import { Section } from '../../kit/PageFrame.tsx'
import { ErrorState, Skeleton } from '../../kit/States.tsx'
import { Access } from './Access.tsx'
import styles from './Plugins.module.css'
import { useSwitch } from './use-plugins.ts'

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

export function PluginSettings({ plugin, unsaved }: Props) {
  const { data, error, refetch } = useQuery(asking('get_settings'))
  if (data === undefined)
    return error === null ? <Skeleton rows={3} /> : <ErrorState error={error} onRetry={() => void refetch()} />
  return (
    <Section title={t('plugins.settings')}>
      <Form plugin={plugin} unsaved={unsaved} settings={data} />
    </Section>
  )
}

function Form({ plugin, settings, unsaved }: Props & { settings: Settings }) {
  const { name, settings_schema: schema, status, enabled } = plugin
  const saved = useMemo(() => ownOf(settings, name), [settings, name])
  const form = useDraftForm({ schema, saved, resource: useOwnSettingsResource(name) })
  const { draft, values, set, problems, save } = form
  const switchTo = useSwitch()
  useImperativeHandle<UnsavedSettings | null, UnsavedSettings | null>(unsaved, () =>
    draft.length === 0 ? null : { values: values as UnsavedSettings['values'], save },
  )
  const turnOn = async () => {
    if (!(await save())) return
    await switchTo(name, true)
    // The button that was pressed is gone by now.
    document.querySelector<HTMLElement>('#main h1')?.focus()
  }
  const turningOn = {
    label: t(draft.length === 0 ? 'plugins.enable' : 'plugins.save_and_enable'),
    consent: <Consent plugin={plugin} />,
    run: () => void turnOn(),
  }
  const hasAny = Object.keys(propertiesOf(schema)).length > 0
  return (
    <DraftForm form={form} extra={enabled || status === 'invalid' ? undefined : turningOn}>
      {hasAny ? (
        <SchemaForm schema={schema} values={values} problems={problems} onChange={set} />
      ) : (
        <p>{t('plugins.settings_none')}</p>
      )}
    </DraftForm>
  )
}

/** Shows what the user allows by turning the plugin on. */
const Consent = ({ plugin }: { plugin: PluginRecord }) => (
  <div className={styles.consent}>
    <h3>{t('plugins.consent', { name: plugin.display_name })}</h3>
    <Access plugin={plugin} />
  </div>
)

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
