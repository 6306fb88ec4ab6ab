/** Decides whether a warning is due, after the outage that the settings allow. */
import { useEffect, useReducer } from 'react'
import { useShallow } from 'zustand/react/shallow'
import { useSession } from '../api/session.ts'
import { type Condition, conditionOf, isTrouble, type Trouble, warnsInMs } from './condition.ts'
import { useStatus } from './status.ts'

export interface Warning extends Condition {
  kind: Trouble
}

/** Heartbeats that change nothing render nothing. */
export const useCondition = (): Condition => useStatus(useShallow(({ observed }) => conditionOf(observed)))

/** Stores the last threshold for a page that is opened while the service does not respond. */
const storageKey = 'offline_alert_s'
const usualS = 60

function useThresholdS(): number {
  const given = useSession()?.offline_alert_s
  useEffect(() => {
    if (given !== undefined) localStorage.setItem(storageKey, String(given))
  }, [given])
  return given ?? Number(localStorage.getItem(storageKey) ?? usualS)
}

/** The clocks of browser and Mac may be weeks apart. */
const longestSleepMs = 60_000

export function useWarning(): Warning | undefined {
  const condition = useCondition()
  const inMs = warnsInMs(condition, useThresholdS(), Date.now())
  const [, lookAgain] = useReducer((times: number) => times + 1, 0)
  useEffect(() => {
    if (!inMs) return
    const timer = setTimeout(lookAgain, Math.min(inMs, longestSleepMs))
    return () => clearTimeout(timer)
  }, [inMs])
  return inMs === 0 && isWarning(condition) ? condition : undefined
}

export const isWarning = (condition: Condition): condition is Warning => isTrouble(condition.kind)
