/** A boolean as a switch. */
import { Switch } from '../../kit/Switch.tsx'
import type { FieldOf } from '../field.ts'
import type { ControlProps } from '../form-context.ts'

export const SwitchControl = (props: ControlProps<FieldOf<'switch'>>) => (
  <Switch
    id={props.id}
    checked={props.value === true}
    disabled={props.field.isReadOnly}
    onChange={props.onChange}
    aria-describedby={props['aria-describedby'] ?? ''}
  />
)
