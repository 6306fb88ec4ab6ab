/** Deletes a rule after asking for confirmation. */
import { useState } from 'react'
import { useLocation } from 'wouter'
import type { Rule } from '../../../src/contract/rule.ts'
import { t } from '../../catalogue/texts.ts'
import { Button } from '../../kit/Button.tsx'
import { Dialog } from '../../kit/Dialog.tsx'
import { paths } from '../../routes.ts'
import { useDeleteRule } from './use-rules.ts'

export function DeleteRule({ rule: { id, name } }: { rule: Rule }) {
  const [asks, setAsks] = useState(false)
  const [, navigate] = useLocation()
  const { mutate: drop } = useDeleteRule()
  const actions = (
    <>
      <Button onClick={() => setAsks(false)}>{t('kit.cancel')}</Button>
      <Button kind="destructive" onClick={() => drop({ id }, { onSuccess: () => navigate(paths.rules()) })}>
        {t('rules.delete')}
      </Button>
    </>
  )
  return (
    <>
      <Button kind="quiet" onClick={() => setAsks(true)}>
        {t('rules.delete')}
      </Button>
      {asks && (
        <Dialog title={t('rules.delete_question', { name })} onClose={() => setAsks(false)} actions={actions}>
          <p>{t('rules.delete_hint')}</p>
        </Dialog>
      )}
    </>
  )
}
