/** Draws parts of a page once all of them have what they show first, so that no answer moves what is below its part. */
import { type DefaultError, type UseQueryOptions, useQueries } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { Skeleton } from './States.tsx'

/** What is late by more than this is drawn when it comes: the rest is worth more now than a calm page. */
const patienceMs = 2_000

interface Props {
  /** The queries whose answers take room. One that fails is not waited for: its part says so. */
  // biome-ignore lint/suspicious/noExplicitAny: each has an answer of its own
  of: readonly UseQueryOptions<any, DefaultError, any, any>[]
  children: ReactNode
}

export function Together({ of, children }: Props) {
  const isWaiting = useQueries({ queries: [...of] }).some(
    ({ isLoading, failureCount }) => isLoading && failureCount === 0,
  )
  const [isDrawn, setDrawn] = useState(!isWaiting)
  // Once it is drawn, it stays: a query that is tried again must not take away the parts.
  if (!isWaiting && !isDrawn) setDrawn(true)
  useEffect(() => {
    const timer = setTimeout(() => setDrawn(true), patienceMs)
    return () => clearTimeout(timer)
  }, [])
  return isDrawn ? children : <Skeleton />
}
