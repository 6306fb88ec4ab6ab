/** Asks which days of a conversation to print, gathers them, and prints them. */
import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { Conversation } from '../../../src/contract/conversation.ts'
import type { Message } from '../../../src/contract/message.ts'
import { client } from '../../api/client.ts'
import { t } from '../../catalogue/texts.ts'
import { Button } from '../../kit/Button.tsx'
import { complain } from '../../kit/complain.ts'
import { Dialog } from '../../kit/Dialog.tsx'
import { Field, inputClass } from '../../kit/Field.tsx'
import { gather, mostPrinted } from './gather.ts'
import styles from './PrintDialog.module.css'
import { PrintedConversation } from './PrintedConversation.tsx'
import { type Chosen, periods, type Stretch, stretchOf } from './period.ts'

interface Props {
  conversation: Conversation
  onClose(): void
}

interface Printed {
  rows: Message[]
  stretch: Stretch
}

export default function PrintDialog({ conversation, onClose }: Props) {
  const [chosen, setChosen] = useState<Chosen>({ period: 'month', fromDay: '', toDay: '' })
  const [count, setCount] = useState<number>()
  const [problem, setProblem] = useState<string>()
  const [printed, setPrinted] = useState<Printed>()
  const leaving = useRef(new AbortController())
  useEffect(() => {
    leaving.current = new AbortController()
    return () => leaving.current.abort()
  }, [])
  const stretch = stretchOf(chosen, new Date())
  const change = (changes: Partial<Chosen>) => {
    setProblem(undefined)
    setChosen((before) => ({ ...before, ...changes }))
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (stretch === undefined) return
    const { signal } = leaving.current
    setCount(0)
    try {
      const ask = (question: object) => client.list_messages({ guid: conversation.guid, ...question })
      const rows = await gather({ ask, stretch, onCount: setCount, signal })
      if (signal.aborted) return
      if (rows === undefined) setProblem(t('print.too_many', { count: mostPrinted }))
      else if (rows.length === 0) setProblem(t('print.none'))
      else return setPrinted({ rows, stretch })
    } catch (error) {
      complain(error)
    }
    setCount(undefined)
  }
  return (
    <Dialog
      title={t('print.title')}
      onClose={onClose}
      actions={
        <Button kind="primary" type="submit" form="print" disabled={stretch === undefined || count !== undefined}>
          {t('print.print')}
        </Button>
      }
    >
      <form id="print" className={styles.form} onSubmit={(event) => void submit(event)}>
        <Field label={t('print.period')} {...(problem !== undefined && { problem })}>
          {(described) => (
            <select
              {...described}
              className={inputClass}
              value={chosen.period}
              onChange={({ target }) => change({ period: periods.find((one) => one === target.value) ?? 'month' })}
            >
              {periods.map((period) => (
                <option key={period} value={period}>
                  {t(`print.${period}`)}
                </option>
              ))}
            </select>
          )}
        </Field>
        {chosen.period === 'between' && (
          <div className={styles.days}>
            {(['fromDay', 'toDay'] as const).map((end) => (
              <Field key={end} label={t(end === 'fromDay' ? 'print.from' : 'print.to')}>
                {(described) => (
                  <input
                    {...described}
                    type="date"
                    className={inputClass}
                    value={chosen[end]}
                    onChange={({ target }) => change({ [end]: target.value })}
                  />
                )}
              </Field>
            ))}
          </div>
        )}
        <p className={styles.progress} role="status">
          {count !== undefined && count > 0 && t('print.gathered', { count })}
        </p>
      </form>
      {printed !== undefined && <PrintedConversation conversation={conversation} {...printed} onDone={onClose} />}
    </Dialog>
  )
}
