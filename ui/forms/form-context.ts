/** The context that all fields of a form share. */
import { type ComponentType, createContext, useContext } from 'react'
import type { Field } from './field.ts'
import type { Schema } from './schema.ts'
import type { Path } from './values.ts'

/** Texts that replace those of the schema where the page has better ones. */
export interface Words {
  title?: string | undefined
  description?: string | undefined
  /** Labels of options, by their value as text. */
  options?: Readonly<Record<string, string>> | undefined
  /** Whether the saved value takes effect only after a restart; if unknown, every field that may need one shows it. */
  awaitsRestart?: boolean | undefined
}

export interface FieldsProps {
  schema: Schema
  path: Path
}

/** The props of a control: its value, its path, and what ties it to its label. */
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
  /** Problems by path, in the reader's language. */
  problems: ReadonlyMap<string, string>
  onChange(path: Path, value: unknown): void
  wordsFor(place: string): Words
  /** Whether values that differ from their default are marked and can be reset. */
  marksChanges: boolean
  /** Passed through the context, because fields contain fields. */
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
