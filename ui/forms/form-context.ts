/** What every field of a form knows of the whole of it. */
import { type ComponentType, createContext, useContext } from 'react'
import type { Field } from './field.ts'
import type { Schema } from './schema.ts'
import type { Path } from './values.ts'

/** Words that stand in place of those of the schema, where the page has better ones. */
export interface Words {
  title?: string | undefined
  description?: string | undefined
  /** Of a choice, by its value as text. */
  options?: Readonly<Record<string, string>> | undefined
  /** Whether what is saved counts only after a restart; where nobody knows, it is said of all that may. */
  awaitsRestart?: boolean | undefined
}

export interface FieldsProps {
  schema: Schema
  path: Path
  /** By name; those that are asked for elsewhere. */
  except?: string
}

/** What a control gets: the value to show, its place, and what ties it to its label. */
export interface ControlProps<F = Field> {
  field: F
  path: Path
  value: unknown
  onChange: (value: unknown) => void
  id: string
  labelId: string
  title: string
  options?: Words['options']
  'aria-describedby'?: string | undefined
  'aria-invalid'?: true | undefined
}

export interface FormContext {
  values: unknown
  /** By place, in the reader's language. */
  problems: ReadonlyMap<string, string>
  onChange(path: Path, value: unknown): void
  wordsFor(place: string): Words
  /** Whether what differs from its default is marked, and can be set back. */
  marksChanges: boolean
  /** Handed down, because fields lie within fields. */
  Fields: ComponentType<FieldsProps>
  Control: ComponentType<ControlProps>
}

const context = createContext<FormContext | undefined>(undefined)

export const FormProvider = context.Provider

export function useForm(): FormContext {
  const form = useContext(context)
  if (form === undefined) throw new Error('A field stands outside of a form.')
  return form
}
