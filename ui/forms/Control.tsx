/** Maps each kind of field to its control. */

import type { ComponentType } from 'react'
import { ChecklistControl } from './controls/ChecklistControl.tsx'
import { ChipsControl } from './controls/ChipsControl.tsx'
import { ChoiceControl } from './controls/ChoiceControl.tsx'
import { JsonControl } from './controls/JsonControl.tsx'
import { MapControl } from './controls/MapControl.tsx'
import { NumberControl } from './controls/NumberControl.tsx'
import { SecretControl } from './controls/SecretControl.tsx'
import { SwitchControl } from './controls/SwitchControl.tsx'
import { TextControl } from './controls/TextControl.tsx'
import type { FieldKind, FieldOf } from './field.ts'
import { type ControlProps, useForm } from './form-context.ts'
import { textOfValue } from './written.ts'

const controls: { [K in FieldKind]: ComponentType<ControlProps<FieldOf<K>>> } = {
  text: TextControl,
  number: NumberControl,
  switch: SwitchControl,
  choice: ChoiceControl,
  checklist: ChecklistControl,
  chips: ChipsControl,
  group: GroupControl,
  map: MapControl,
  constant: ({ id, field }) => <output id={id}>{textOfValue(field.schema.const)}</output>,
  json: JsonControl,
}

export function Control(props: ControlProps) {
  if (props.field.isSecret) return <SecretControl {...props} />
  const Kind = controls[props.field.kind] as ComponentType<ControlProps>
  return <Kind {...props} />
}

/** A group of fields that belong together. */
function GroupControl({ field, path }: ControlProps<FieldOf<'group'>>) {
  const { Fields } = useForm()
  return <Fields schema={field.schema} path={path} />
}
