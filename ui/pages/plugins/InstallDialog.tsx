/** Installs a plugin, or another version of one, from the npm registry or a file, after asking for the password. */
import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useLocation } from 'wouter'
import { ClientError } from '../../../src/client/client-error.ts'
import { client } from '../../api/client.ts'
import { errorText } from '../../api/error-text.ts'
import { useSession } from '../../api/session.ts'
import { t } from '../../catalogue/texts.ts'
import { Button, LinkButton } from '../../kit/Button.tsx'
import { Dialog } from '../../kit/Dialog.tsx'
import { Field, inputClass } from '../../kit/Field.tsx'
import { paths } from '../../routes.ts'
import { notify } from '../../state/toasts.ts'
import styles from './Plugins.module.css'
import { useArrival } from './use-arrival.ts'

interface Props {
  /** The plugin that is brought up to date; without it a new one is installed. */
  update?: string
  onClose: () => void
}

export function InstallDialog({ update, onClose }: Props) {
  const isOpen = useSession()?.mode === 'open'
  const title = update === undefined ? t('plugins.install') : t('plugins.update_title', { name: update })
  if (!isOpen) return <Ordering title={title} onClose={onClose} />
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <LinkButton kind="primary" href={paths.settings('security')}>
          {t('plugins.set_password')}
        </LinkButton>
      }
    >
      <p>{t('plugins.needs_password')}</p>
    </Dialog>
  )
}

function Ordering({ title, onClose }: { title: string; onClose: () => void }) {
  const form = useId()
  const [from, setFrom] = useState<'npm' | 'file'>('npm')
  const [name, setName] = useState('')
  const [file, setFile] = useState<File>()
  const [password, setPassword] = useState('')
  const { isBusy, problem, install } = useInstalling(onClose)
  const isReady = password !== '' && (from === 'npm' ? name.trim() !== '' : file !== undefined)
  return (
    <Dialog
      isFixed
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('kit.cancel')}</Button>
          <Button kind="primary" type="submit" form={form} disabled={isBusy || !isReady}>
            {t(isBusy ? 'plugins.installing' : 'plugins.install_now')}
          </Button>
        </>
      }
    >
      <form
        id={form}
        className={styles.order}
        onSubmit={(event) => {
          event.preventDefault()
          if (isReady) void install({ password, ...(from === 'npm' ? { name: name.trim() } : { file }) })
        }}
      >
        <p>{t('plugins.install_warning')}</p>
        <fieldset className={styles.sources} aria-label={t('plugins.install_from')}>
          {(['npm', 'file'] as const).map((one) => (
            <label key={one}>
              <input type="radio" name={`${form}-from`} checked={from === one} onChange={() => setFrom(one)} />
              {t(`plugins.from_${one}`)}
            </label>
          ))}
        </fieldset>
        {from === 'npm' ? (
          <Field label={t('plugins.package_name')} hint={t('plugins.package_name_hint')}>
            {(tied) => (
              <input
                {...tied}
                className={inputClass}
                value={name}
                autoComplete="off"
                spellCheck={false}
                placeholder="service-plugin-example"
                onChange={({ target }) => setName(target.value)}
              />
            )}
          </Field>
        ) : (
          <Field label={t('plugins.package_file')}>
            {(tied) => (
              <input {...tied} type="file" accept=".tgz" onChange={({ target }) => setFile(target.files?.[0])} />
            )}
          </Field>
        )}
        <Field label={t('plugins.password')} hint={t('plugins.password_hint')}>
          {(tied) => (
            <input
              {...tied}
              className={inputClass}
              type="password"
              value={password}
              autoComplete="current-password"
              onChange={({ target }) => setPassword(target.value)}
            />
          )}
        </Field>
        {problem !== undefined && (
          <p className={styles.problem} role="alert" dir="auto">
            {problem}
          </p>
        )}
      </form>
    </Dialog>
  )
}

/** Says npm's own reasons, too. */
function problemOf(error: unknown): string {
  if (!(error instanceof ClientError)) return errorText(error)
  if (error.code === 'forbidden') return t('plugins.wrong_password')
  const { npm } = error.details
  return [errorText(error), ...(Array.isArray(npm) ? npm : [])].join('\n')
}

interface Order {
  password: string
  /** A name of the registry. */
  name?: string
  file?: File | undefined
}

function useInstalling(onDone: () => void) {
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const [, navigate] = useLocation()
  const queries = useQueryClient()
  const arrival = useArrival()
  return {
    isBusy,
    problem,
    async install({ password, name = '', file }: Order) {
      setBusy(true)
      setProblem(undefined)
      try {
        const made = await (file === undefined
          ? client.install_plugin({ package: name, password })
          : client.upload_plugin({ file, password }))
        const [first] = made.plugins
        notify(t('plugins.installed_now', { name: `${made.package} ${made.version}` }))
        if (first !== undefined && (await arrival(first.name))) navigate(paths.plugins(first.name))
        void queries.invalidateQueries({ queryKey: ['list_plugins'] })
        onDone()
      } catch (error) {
        setProblem(problemOf(error))
      } finally {
        setBusy(false)
      }
    },
  }
}
