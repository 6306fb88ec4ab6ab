/** Makes of each job its legs: one for each combination of its matrix. */
import { dirname } from 'node:path'
import { type Job, workflows } from '../../test/harness/workflows.ts'
import type { Contexts, Expressions } from './expressions.ts'

export interface Leg {
  /** `test/linux (24)` */
  name: string
  /** `test/linux` */
  job: string
  steps: NonNullable<Job['steps']>
  /** The jobs that have to succeed before. */
  needs: readonly string[]
  /** The condition of the job. */
  condition: string | undefined
  contexts: Contexts
}

const jobs = workflows.flatMap(({ name, jobs }) =>
  Object.entries(jobs).map(([id, job]) => ({ name: `${name}/${id}`, job })),
)

/** Jobs whose steps are those of another workflow are none of their own. */
export const jobNames = jobs.filter(({ job }) => job.steps !== undefined).map(({ name }) => name)

export interface Wanted {
  names: readonly string[]
  /** Otherwise the first leg of each matrix. */
  isEveryLeg: boolean
}

export const legsOf = ({ names, isEveryLeg }: Wanted, contexts: Contexts, expressions: Expressions): Leg[] =>
  jobs
    .filter(({ name }) => jobNames.includes(name) && (names.length === 0 || names.includes(name)))
    .flatMap(({ name, job }) => {
      const all = combinations(job.strategy?.matrix ?? {}, contexts, expressions)
      return (isEveryLeg ? all : all.slice(0, 1)).map((matrix) =>
        legOf(name, job, { ...contexts, matrix }, expressions),
      )
    })

function legOf(name: string, job: Job, contexts: Contexts, expressions: Expressions): Leg {
  const filled = Object.entries(job.env ?? {}).map(([key, text]) => [key, expressions.filled(text, contexts)])
  const values = Object.values(contexts.matrix as Record<string, string>)
  return {
    name: values.length === 0 ? name : `${name} (${values.join(', ')})`,
    job: name,
    steps: job.steps ?? [],
    needs: [job.needs ?? []].flat().map((needed) => `${dirname(name)}/${needed}`),
    condition: job.if,
    contexts: { ...contexts, env: Object.fromEntries(filled) },
  }
}

/** A list of the matrix may itself be an expression. */
function combinations(
  matrix: Readonly<Record<string, readonly string[] | string>>,
  contexts: Contexts,
  expressions: Expressions,
): Record<string, string>[] {
  let all: Record<string, string>[] = [{}]
  for (const [key, given] of Object.entries(matrix)) {
    const list = typeof given === 'string' ? expressions.value(given.replace(/^\$\{\{|\}\}$/g, ''), contexts) : given
    all = all.flatMap((before) => (list as string[]).map((value) => ({ ...before, [key]: value })))
  }
  return all
}
