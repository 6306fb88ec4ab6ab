/** Messages: the conversations beside the one that is open, a search or a new message. Below 720 px one of them at a time. */
import { Route, Switch, useRoute } from 'wouter'
import { t } from '../../catalogue/texts.ts'
import { LinkButton } from '../../kit/Button.tsx'
import { EmptyState } from '../../kit/States.tsx'
import { ConversationList } from '../../parts/conversation-list/ConversationList.tsx'
import { NewMessage } from '../../parts/new-message/NewMessage.tsx'
import { paths, patterns } from '../../routes.ts'
import { ConversationView } from './ConversationView.tsx'
import styles from './MessagesPage.module.css'

export function MessagesPage() {
  const [isHome] = useRoute(patterns.home)
  return (
    <div className={styles.layout} data-shows={isHome ? 'list' : 'content'}>
      <ConversationList />
      <main className={styles.main} id="main" tabIndex={-1}>
        <Switch>
          <Route path={patterns.conversation}>
            {({ guid }) => <ConversationView key={guid} guid={decodeURIComponent(guid)} />}
          </Route>
          <Route path={patterns.newMessage} component={NewMessage} />
          <Route>
            <h1 className="visually-hidden">{t('shell.messages')}</h1>
            <EmptyState
              title={t('shell.choose')}
              hint={t('shell.choose_hint')}
              action={<LinkButton href={paths.newMessage()}>{t('shell.new_message')}</LinkButton>}
            />
          </Route>
        </Switch>
      </main>
    </div>
  )
}
