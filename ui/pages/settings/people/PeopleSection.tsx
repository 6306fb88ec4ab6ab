/** The scope of the relay: its rule, people, groups, the user's own addresses, and recent senders out of scope. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { Link } from 'wouter'
import type { RelayScope } from '../../../../src/contract/config.ts'
import { asking } from '../../../api/ask.ts'
import { askingPlugins } from '../../../api/plugins.ts'
import { useSettingsResource } from '../../../api/settings-resource.ts'
import { locale, t } from '../../../catalogue/texts.ts'
import { Chips } from '../../../forms/controls/Chips.tsx'
import { Choice } from '../../../kit/Choice.tsx'
import { complain } from '../../../kit/complain.ts'
import { Section } from '../../../kit/PageFrame.tsx'
import { ErrorState, Skeleton } from '../../../kit/States.tsx'
import sheet from '../../../kit/sheet.module.css'
import { Together } from '../../../kit/Together.tsx'
import { paths } from '../../../routes.ts'
import { notify } from '../../../state/toasts.ts'
import { AddGroup } from './AddGroup.tsx'
import { AddPerson } from './AddPerson.tsx'
import { EntryRows } from './EntryRows.tsx'
import { HeldBack } from './HeldBack.tsx'
import styles from './People.module.css'
import { PersonBox } from './PersonBox.tsx'
import { useWhitelist } from './use-whitelist.ts'

const first = [
  asking('list_whitelist'),
  asking('get_settings'),
  asking('list_plugins'),
  asking('setup_checks'),
  asking('list_blocked'),
]

export default function PeopleSection() {
  return (
    <Together of={first}>
      <Scope />
    </Together>
  )
}

function Scope() {
  const whitelist = useWhitelist()
  const { scope, ownHandles, setScope, setOwnHandles } = useRelaySettings()
  const { entries, error, retry, remove } = whitelist
  if (entries === undefined || scope === undefined)
    return error === null ? <Skeleton /> : <ErrorState error={error} onRetry={retry} />
  const people = entries.filter(({ kind }) => kind === 'handle')
  const groups = entries.filter(({ kind }) => kind === 'group')
  const allow = ({ handle, display_name: name }: { handle: string; display_name: string }) =>
    void whitelist.add(handle).then(() => notify(t('people.added', { name })), complain)
  return (
    <>
      <Section title={t('settings.people')} hint={t('people.lead')}>
        <ScopeChoice scope={scope} onChange={(wanted) => void setScope(wanted)} />
        <Effect />
      </Section>
      <Section title={t('people.people')} hint={t(`people.people_${scope}`)}>
        <AddPerson whitelist={whitelist} />
        <WithoutContacts />
        <EntryRows
          label={t('people.people')}
          entries={people}
          empty={t(entries.length === 0 ? `people.empty_${scope}` : 'people.nobody')}
          onRemove={(entry) => void remove(entry)}
          onComplete={allow}
        />
      </Section>
      <Section title={t('people.groups')} hint={t('people.groups_hint')}>
        <div id="whitelist.groups">
          <AddGroup listed={groups.map(({ handle }) => handle)} onChoose={allow} />
        </div>
        <EntryRows
          label={t('people.groups')}
          entries={groups}
          empty={t('people.no_group')}
          onRemove={(entry) => void remove(entry)}
        />
      </Section>
      <Section title={t('people.held_back')} hint={t('people.held_back_hint')}>
        <HeldBack onAllow={allow} />
      </Section>
      <Section title={t('people.own')} hint={t('people.own_hint')}>
        <OwnHandles own={ownHandles} onChange={(own) => void setOwnHandles(own)} />
      </Section>
    </>
  )
}

/** Explains that addresses cannot be joined into people without Contacts. */
function WithoutContacts() {
  const { data } = useQuery(asking('setup_checks'))
  const check = data?.checks.find(({ name }) => name === 'contacts')
  if (check === undefined || check.ok || check.state === 'checking') return null
  return (
    <p className={styles.effect} role="note">
      {t('people.without_contacts')} <Link href={paths.health()}>{t('people.to_health')}</Link>
    </p>
  )
}

/** Says where the relayed messages go; filters and tools are no destinations. */
function Effect() {
  const { data } = useQuery(askingPlugins())
  if (data === undefined) return null
  const on = data.filter(({ enabled, tier }) => enabled && tier !== 'core').map(({ display_name: name }) => name)
  const names = new Intl.ListFormat(locale(), { type: 'conjunction' }).format(on)
  return (
    <p className={styles.effect}>
      {on.length === 0 ? t('people.effect_none') : t('people.effect', { count: on.length, names })}{' '}
      <Link href={paths.plugins()}>{t('people.to_plugins')}</Link>
    </p>
  )
}

const scopes: readonly RelayScope[] = ['whitelist', 'contacts', 'everyone']

interface Props {
  scope: RelayScope
  onChange: (scope: RelayScope) => void
}

/** Chooses the scope: people of a list, people of Contacts, or everyone. */
function ScopeChoice({ scope, onChange }: Props) {
  const name = useId()
  return (
    <fieldset id="relay.scope" className={`${sheet.sheet} ${styles.choices}`}>
      <legend className="visually-hidden">{t('people.scope')}</legend>
      {scopes.map((one) => (
        <Choice
          key={one}
          type="radio"
          name={name}
          label={t(`people.scope_${one}`)}
          hint={t(`people.scope_${one}_hint`)}
          checked={one === scope}
          onChange={() => onChange(one)}
        />
      ))}
    </fieldset>
  )
}

interface OwnHandlesProps {
  own: readonly string[]
  onChange: (own: readonly string[]) => void
}

/** Lists the user's own numbers and addresses: those of Messages, and others that are added here. */
function OwnHandles({ own, onChange }: OwnHandlesProps) {
  const { data } = useQuery(asking('setup_checks'))
  const detected = data?.self_handles ?? []
  return (
    <div id="self_handles" className={`${sheet.sheet} ${styles.own}`}>
      <p>
        {detected.length > 0 ? t('people.own_detected') : t('people.own_none')} {listed(detected)}
      </p>
      <Chips entries={own} onRemove={(index) => onChange(own.toSpliced(index, 1))} />
      <PersonBox label={t('people.own_add')} onChoose={(handle) => onChange([...new Set([...own, handle])])} />
    </div>
  )
}

const listed = (handles: readonly string[]) =>
  handles.map((handle, index) => (
    <span key={handle}>
      {index > 0 && ', '}
      <bdi>{handle}</bdi>
    </span>
  ))

const undoLastsMs = 10_000

/** Reads the scope settings of the relay and saves changes at once, with an undo. */
function useRelaySettings() {
  const queries = useQueryClient()
  const resource = useSettingsResource()
  const { data: settings } = useQuery(asking('get_settings'))
  const change = async (patch: Record<string, unknown>): Promise<boolean> => {
    try {
      await resource.change(patch)
      await queries.invalidateQueries({ queryKey: ['list_blocked'] })
      return true
    } catch (error) {
      complain(error)
      return false
    }
  }
  const changeBack = async (patch: Record<string, unknown>, before: Record<string, unknown>) => {
    if (await change(patch))
      notify(t('kit.saved'), { action: { label: t('kit.undo'), run: () => void change(before) }, lastsMs: undoLastsMs })
  }
  const before = settings?.relay.scope
  const ownBefore = settings?.self_handles ?? []
  return {
    scope: before,
    ownHandles: ownBefore,
    setScope: (scope: RelayScope) => changeBack({ relay: { scope } }, { relay: { scope: before } }),
    setOwnHandles: (self_handles: readonly string[]) => changeBack({ self_handles }, { self_handles: ownBefore }),
  }
}
