/** Restarts the web process and waits until it responds again or has moved to another address. */
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { client } from '../../../api/client.ts'
import { complain } from '../../../kit/complain.ts'
import { addressAfter } from './address-after.ts'

export type Restart =
  | { is: 'none' | 'done' | 'late' }
  | { is: 'under_way'; sinceMs: number }
  | { is: 'moved'; address: string }

const everyMs = 500
const patienceMs = 30_000

export function useRestart(web: { host: string; port: number }) {
  const queries = useQueryClient()
  const [restart, setRestart] = useState<Restart>({ is: 'none' })
  const { host, port } = web
  const sinceMs = restart.is === 'under_way' ? restart.sinceMs : undefined
  useEffect(() => {
    if (sinceMs === undefined) return
    const address = addressAfter({ host, port }, location)
    const look = async () => {
      const is = await stateOfWeb()
      if (is === 'new') {
        setRestart({ is: 'done' })
        void queries.invalidateQueries()
      } else if (is === 'silent' && address !== undefined) setRestart({ is: 'moved', address })
      else if (Date.now() - sinceMs > patienceMs) setRestart({ is: 'late' })
    }
    const timer = setInterval(() => void look(), everyMs)
    return () => clearInterval(timer)
  }, [sinceMs, host, port, queries])
  const begin = async () => {
    try {
      await client.restart_process({ process: 'web' })
      setRestart({ is: 'under_way', sinceMs: Date.now() })
    } catch (error) {
      complain(error)
    }
  }
  return { restart, begin }
}

/** `old` means that the process has not ended yet, `new` that all settings are in force. */
async function stateOfWeb(): Promise<'old' | 'silent' | 'new'> {
  try {
    const { rows } = await client.health_report()
    return rows.find(({ name }) => name === 'restart')?.state === 'ok' ? 'new' : 'old'
  } catch {
    return 'silent'
  }
}
