/** The scope of the relay: its rule, people, groups, the user's own addresses, and recent senders out of scope. */
import { t } from '../../../catalogue/texts.ts'
import { complain } from '../../../kit/complain.ts'
import { Section } from '../../../kit/PageFrame.tsx'
import { ErrorState, Skeleton } from '../../../kit/States.tsx'
import { notify } from '../../../state/toasts.ts'
import { AddGroup } from './AddGroup.tsx'
import { AddPerson } from './AddPerson.tsx'
import { Effect } from './Effect.tsx'
import { EntryRows } from './EntryRows.tsx'
import { HeldBack } from './HeldBack.tsx'
import { OwnHandles } from './OwnHandles.tsx'
import { ScopeChoice } from './ScopeChoice.tsx'
import { useRelaySettings } from './use-relay-settings.ts'
import { useWhitelist } from './use-whitelist.ts'

export default function PeopleSection() {
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
        <EntryRows
          label={t('people.people')}
          entries={people}
          empty={t(entries.length === 0 ? `people.empty_${scope}` : 'people.nobody')}
          onRemove={(entry) => void remove(entry)}
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
