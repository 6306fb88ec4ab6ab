/** Lets a Mac join in three steps: its name, the command with its code, and the confirmation that it was seen. */
import { useQueryClient } from '@tanstack/react-query'
import { CircleCheck, LoaderCircle } from 'lucide-react'
import { type FormEvent, useEffect, useState } from 'react'
import type { Mac, MacCode } from '../../../src/contract/mac.ts'
import { client } from '../../api/client.ts'
import { useLines } from '../../api/lines.ts'
import { useChange } from '../../api/use-change.ts'
import { timeOf } from '../../catalogue/dates.ts'
import { t } from '../../catalogue/texts.ts'
import { Button } from '../../kit/Button.tsx'
import { CopyLine } from '../../kit/CopyLine.tsx'
import { Dialog } from '../../kit/Dialog.tsx'
import { Field, inputClass } from '../../kit/Field.tsx'
import styles from './Macs.module.css'
import { NameField } from './NameField.tsx'

interface Props {
  /** A Mac that gets another code. */
  again: Mac | undefined
  /** The current state of all Macs. */
  macs: readonly Mac[]
  onClose: () => void
}

export function JoinDialog({ again, macs, onClose }: Props) {
  const [made, setMade] = useState<MacCode>()
  const { problem, isBusy, make } = useCode(setMade)
  const name = made?.mac.name ?? again?.name
  return (
    <Dialog title={name === undefined ? t('macs.add') : t('macs.join_title', { name })} onClose={onClose}>
      {made !== undefined && <CodeSteps made={made} now={macs.find(({ id }) => id === made.mac.id)} onDone={onClose} />}
      {made === undefined && again === undefined && <NameForm problem={problem} isBusy={isBusy} onMake={make.first} />}
      {made === undefined && again !== undefined && (
        <div className={styles.steps}>
          <p>{t('macs.code_means')}</p>
          {problem !== null && <p role="alert">{problem}</p>}
          <div>
            <Button kind="primary" disabled={isBusy} onClick={() => make.again(again.id)}>
              {t('macs.code')}
            </Button>
          </div>
        </div>
      )}
    </Dialog>
  )
}

function useCode(onMade: (made: MacCode) => void) {
  const queries = useQueryClient()
  const { problem, isBusy, run } = useChange('list_macs')
  const make = (work: () => Promise<MacCode>) =>
    void run(async () => {
      onMade(await work())
      await queries.invalidateQueries({ queryKey: ['list_lines'] })
    })
  return {
    problem,
    isBusy,
    make: {
      first: (name: string, line: string) =>
        make(() => client.add_mac({ name, ...(line.trim() !== '' && { line: line.trim() }) })),
      again: (id: string) => make(() => client.new_mac_code({ id })),
    },
  }
}

interface NameFormProps {
  problem: string | null
  isBusy: boolean
  onMake: (name: string, line: string) => void
}

function NameForm({ problem, isBusy, onMake }: NameFormProps) {
  const lines = useLines()
  const [name, setName] = useState('')
  const [line, setLine] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() !== '') onMake(name.trim(), line)
  }
  return (
    <form className={styles.steps} onSubmit={submit}>
      <NameField hint={t('macs.name_hint')} problem={problem} name={name} onName={setName} />
      <Field label={t('macs.line')} hint={t('macs.line_hint')}>
        {(described) => (
          <select {...described} className={inputClass} value={line} onChange={({ target }) => setLine(target.value)}>
            <option value="">{t('macs.line_own')}</option>
            {lines.map((one) => (
              <option key={one.id} value={one.name}>
                {one.name}
              </option>
            ))}
          </select>
        )}
      </Field>
      <div>
        <Button kind="primary" type="submit" disabled={isBusy}>
          {t('macs.make_code')}
        </Button>
      </div>
    </form>
  )
}

function CodeSteps({ made, now, onDone }: { made: MacCode; now: Mac | undefined; onDone: () => void }) {
  const { mac, code, expires_at: expires } = made
  // The Mac may have been in the list already; joining with this code changes its `joined_at`.
  const isSeen = now !== undefined && now.joined_at !== mac.joined_at && now.state === 'connected'
  const isOver = useIsOver(expires)
  return (
    <div className={styles.steps}>
      <p>{t('macs.run_there')}</p>
      <CopyLine text={`service uplink join ${location.origin} ${code}`} label={t('macs.copy')} />
      <p className={styles.quiet}>{t(isOver ? 'macs.code_over' : 'macs.code_until', { time: timeOf(expires) })}</p>
      <p role="status" className={styles.seen} data-seen={isSeen || undefined}>
        {isSeen ? <CircleCheck size={18} aria-hidden /> : <LoaderCircle size={18} aria-hidden />}
        {isSeen ? t('macs.joined', { name: mac.name }) : t('macs.waiting')}
      </p>
      <div>
        <Button kind={isSeen ? 'primary' : 'plain'} onClick={onDone}>
          {t(isSeen ? 'macs.done' : 'kit.close')}
        </Button>
      </div>
    </div>
  )
}

/** Far more than a code is valid for: a browser whose clock is wrong waits no longer either. */
const mostWaitMs = 3_600_000

function useIsOver(ts: string): boolean {
  const [isOver, setOver] = useState(Date.parse(ts) <= Date.now())
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), Math.min(mostWaitMs, Math.max(0, Date.parse(ts) - Date.now())))
    return () => clearTimeout(timer)
  }, [ts])
  return isOver
}
